import { describe, expect, it } from 'vitest';
import { presentChannel, restTree } from './channel.presenter.ts';
import type { ChannelView } from './view.repo.ts';

const view = (values: Partial<ChannelView>): ChannelView => ({
  id: 'c',
  teamId: 't',
  appId: 'a',
  parentId: null,
  kind: 'chat',
  name: '',
  spelling: '',
  icon: '',
  description: '',
  visibility: 'inherit',
  level: null,
  creatorId: 1,
  assistantId: null,
  answering: 'always',
  archivedAt: null,
  sort: 'a0',
  accessPath: ['c', 'a'],
  teamLevel: 3,
  clientKey: 'secret-of-its-author',
  createdAt: new Date(0),
  activeAt: new Date(0),
  deletedAt: null,
  revision: 1,
  hiddenRevision: 0,
  held: 'edit',
  parentVisible: false,
  pinned: false,
  unread: 0,
  sharedWith: 0,
  ...values,
});

describe('a channel presented to its reader', () => {
  it('leaves an invisible parent unnamed', () => {
    expect(presentChannel(view({ parentId: 'p', parentVisible: false })).parentId).toBeNull();
    expect(presentChannel(view({ parentId: 'p', parentVisible: true })).parentId).toBe('p');
  });

  it('omits paths, keys and the bin', () => {
    const shown = Object.keys(presentChannel(view({})));
    for (const inner of [
      'accessPath',
      'teamLevel',
      'clientKey',
      'deletedAt',
      'hiddenRevision',
      'held',
      'spelling',
    ])
      expect(shown).not.toContain(inner);
  });

  it.each([
    [{ level: 2, teamLevel: 3 }, 'comment'],
    [{ level: null, teamLevel: 1 }, 'view'],
    [{ level: null, teamLevel: 0 }, 'edit'],
  ] as const)('names the default permission of %j', (values, permission) => {
    expect(presentChannel(view(values)).permission).toBe(permission);
  });
});

it('nests channels below their parents, in order, and lifts orphans to the top', () => {
  const channels = [
    view({ id: 'b', parentId: 'a', parentVisible: true }),
    view({ id: 'a' }),
    view({ id: 'c', parentId: 'a', parentVisible: true }),
    view({ id: 'd', parentId: 'b', parentVisible: true }),
    view({ id: 'e', parentId: 'hidden' }),
  ].map(presentChannel);
  const shape = (nodes: ReturnType<typeof restTree>): unknown =>
    nodes.map(({ channelGuid, children }) => [channelGuid, shape(children)]);
  expect(shape(restTree(channels))).toEqual([
    [
      'a',
      [
        ['b', [['d', []]]],
        ['c', []],
      ],
    ],
    ['e', []],
  ]);
});
