import { describe, expect, it } from 'vitest';
import { app as makeApp, space as makeSpace } from '../../features/workspace/testing/factory.ts';
import { appMoveByKey, moveIntoSpace, spacesFor } from './app-actions.ts';

const spaces = [makeSpace({ id: 's1', sort: 'a0' }), makeSpace({ id: 's2', sort: 'a1' })];
const apps = [
  makeApp({ id: 'a', spaceId: 's1', sort: 'a0' }),
  makeApp({ id: 'b', spaceId: 's1', sort: 'a1' }),
  makeApp({ id: 'c', spaceId: 's1', sort: 'a2' }),
  makeApp({ id: 'd', spaceId: 's2', sort: 'a0' }),
];
const tree = {
  spaces: new Map(spaces.map((space) => [space.id, space])),
  apps: new Map(apps.map((app) => [app.id, app])),
};

describe('moving an app by one', () => {
  it.each([
    ['c', 'up', 'a'],
    ['b', 'up', null],
    ['a', 'down', 'b'],
    ['b', 'down', 'c'],
  ] as const)('%s %s: behind %s', (appId, direction, afterId) => {
    expect(appMoveByKey(tree, appId, direction)).toEqual({ appId, spaceId: 's1', afterId });
  });

  it('never past the reader’s own app, which is always first and does not move', () => {
    const own = makeApp({ id: 'own', spaceId: 's1', sort: 'a0V', personal: true });
    const among = { ...tree, apps: new Map(tree.apps).set('own', own) };
    expect(appMoveByKey(among, 'b', 'up')).toEqual({ appId: 'b', spaceId: 's1', afterId: null });
    for (const way of ['up', 'down'] as const) expect(appMoveByKey(among, 'own', way)).toBeNull();
    expect(moveIntoSpace(among, 'd', 's1')).toEqual({ appId: 'd', spaceId: 's1', afterId: 'c' });
  });

  it.each([
    ['a', 'up'],
    ['c', 'down'],
    ['d', 'down'],
    ['x', 'up'],
  ] as const)('is not possible %s %s', (appId, direction) => {
    expect(appMoveByKey(tree, appId, direction)).toBeNull();
  });
});

describe('moving an app to another space', () => {
  it('is possible where the reader may create apps', () => {
    expect(spacesFor(tree, 'a').map(({ id }) => id)).toEqual(['s2']);
    const abilities = { createApp: false, manage: false };
    const closed = new Map(tree.spaces).set('s2', makeSpace({ id: 's2', sort: 'a1', abilities }));
    expect(spacesFor({ ...tree, spaces: closed }, 'a')).toEqual([]);
  });

  it('requires managing the app', () => {
    const abilities = { createChannel: true, edit: true, manage: false };
    const edited = new Map(tree.apps).set('a', makeApp({ id: 'a', spaceId: 's1', abilities }));
    expect(spacesFor({ ...tree, apps: edited }, 'a')).toEqual([]);
  });

  it('puts it at the end', () => {
    expect(moveIntoSpace(tree, 'a', 's2')).toEqual({ appId: 'a', spaceId: 's2', afterId: 'd' });
  });
});
