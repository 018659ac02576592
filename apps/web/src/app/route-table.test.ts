import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appSegments, routeTable } from './route-table.ts';

/** The screen of a path as the router chooses it; null for the not-found page. */
function screenOf(path: string) {
  const routes = routeTable.map((entry) => ({ path: entry.path, handle: entry }));
  const match = matchRoutes(routes, path)?.at(-1);
  return match ? { ...match.route.handle, params: match.params } : null;
}

describe('C3: addresses of apps', () => {
  it('C3: /chatpdf/a/c/x and /chatpdf/a/x are the same screen', () => {
    const long = screenOf('/chatpdf/a/c/x');
    const short = screenOf('/chatpdf/a/x');
    expect(long?.screen).toBe('chatpdf/channel');
    expect(short?.screen).toBe(long?.screen);
    expect(short?.params).toEqual(long?.params);
    expect(short?.params).toEqual({ appId: 'a', channelId: 'x' });
  });

  it('C3: only chatpdf has the short form', () => {
    for (const segment of appSegments.filter((name) => name !== 'chatpdf')) {
      expect(screenOf(`/${segment}/a/x`)).toBeNull();
    }
  });

  it.each(['s', 'agent', 'draw', 'note', 'chatpdf', 'meeting'])(
    'C3: /%s/a/setting is settings',
    (segment) => {
      expect(screenOf(`/${segment}/a/setting`)?.screen).toBe('appSetting');
      expect(screenOf(`/${segment}/a`)?.screen).toBe(`${segment}/app`);
      expect(screenOf(`/${segment}/a/c/x`)?.screen).toBe(`${segment}/channel`);
    },
  );

  it.each([
    '/admin/overview/setting',
    '/admin',
    '/userSetting',
    '/other/a/setting',
    '/other/a',
    '/s',
    '/s/a/c',
    '/userSetting/general/setting',
  ])('C3: %s is not found', (path) => {
    expect(screenOf(path)).toBeNull();
  });
});

it.each(['/nothing', '/home/more', '/x/y/z', '/Home2', '/login/x'])('C2: %s is not found', (path) => {
  expect(screenOf(path)).toBeNull();
});

it('C9: only the pages outside layouts stay without a session', () => {
  const outside = routeTable.filter(({ group }) => group === 'outside').map(({ path }) => path);
  expect(outside).toEqual(['/callback', '/login', '/register']);
});
