import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, placeOf, stranger } from '../running/shared-server.ts';
import { requestFor, sampleOf } from './samples.ts';
import { named, procedures, rows, writes } from './surface.ts';

let place: Place;
beforeAll(async () => {
  place = await placeOf('owner');
});
afterAll(closeDatabase);

/** Whether a cache that others share may keep an answer, or a browser may show it again without asking. */
function isKept(headers: Headers): boolean {
  const said = headers.get('cache-control') ?? '';
  return !/\bno-store\b/.test(said) && !/\bprivate, no-cache\b/.test(said);
}

describe('responses of rows are not cached', () => {
  const reads = rows.filter((way) => !writes(way) && !/logout/.test(way.row.path));
  it.each(named(reads))('%s', async (_name, way) => {
    const { path } = requestFor(way, sampleOf(way.schema, place));
    for (const api of [as('owner'), stranger]) {
      const { headers, status } = await api.get(path);
      expect(isKept(headers), `${status} ${headers.get('cache-control')}`).toBe(false);
    }
  });
});

describe('responses of writing rows and procedures are not cached', () => {
  it.each(named(rows.filter(writes)))('%s', async (_name, way) => {
    const { path } = requestFor(way, sampleOf(way.schema, place));
    expect(isKept((await stranger.call(way.row.verb, path, { body: {} })).headers)).toBe(false);
  });

  it.each(named(procedures.filter(writes)))('%s', async (name) => {
    expect(isKept((await stranger.call('POST', `/api/${name}`, { body: {} })).headers)).toBe(false);
  });
});

describe('responses of reading procedures are not cached', () => {
  it.each(named(procedures.filter((way) => way.type === 'query')))('%s', async (name, way) => {
    const input = encodeURIComponent(JSON.stringify({ json: sampleOf(way.schema, place) }));
    const { headers } = await as('owner').get(`/api/${name}?input=${input}`);
    expect(isKept(headers), headers.get('cache-control') ?? '').toBe(false);
  });
});

it('a failure, a probe, or a response under another spelling is not cached', async () => {
  for (const path of [
    '/api/nothing',
    '/api/x/y',
    '/%61pi/user/profile',
    '/healthz',
    '/readyz',
    '/assets/gone.js',
  ])
    expect(isKept((await as('owner').get(path)).headers), path).toBe(false);
});

it('browsers cache what is the same for everyone', async () => {
  for (const path of ['/api/openapi.json', '/static/locales/en/error.json'])
    expect((await stranger.get(path)).headers.get('cache-control'), path).toBe('no-cache');
});

it('no GET changes anything but signing in and out', () => {
  const reads = rows.filter((way) => way.row.verb === 'GET');
  for (const { row } of reads) {
    if (row.kind !== 'procedure') continue;
    expect(procedures.find(({ name }) => name === row.calls)?.type, row.path).toBe('query');
  }
});
