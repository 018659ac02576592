import type { TeamLiveEvent } from '@tandem/shared/live/events';
import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { readTreeKey } from '../../features/workspace/keyboard.ts';
import { app, channel, space } from '../../features/workspace/testing/factory.ts';
import { rowsOf } from './rows.ts';
import {
  ancestorsOf,
  applyTreeChange,
  applyTreeEvent,
  applyUnread,
  archivedOf,
  countArchived,
  countMentions,
  emptyTree,
  holdersOfUnread,
  indexChildren,
  SHARED,
  sharedRoots,
  subtreeOf,
} from './tree.ts';

const event = (over: Partial<TeamLiveEvent>): TeamLiveEvent => ({
  type: 'tree',
  treeRevision: 1,
  reset: false,
  channels: [],
  apps: [],
  spaces: [],
  removed: [],
  ...over,
});

describe('unread mentions', () => {
  it('count in their channel and its ancestors', () => {
    const { channels } = applyTreeChange(
      emptyTree,
      {
        channels: [
          channel({ id: 'top' }),
          channel({ id: 'low', parentId: 'top' }),
          channel({ id: 'put away', archivedAt: new Date() }),
        ],
      },
      1,
    );
    const { own, below } = countMentions(channels, ['low', 'low', 'top', 'put away', 'elsewhere']);
    expect([...own]).toEqual([
      ['low', 2],
      ['top', 1],
    ]);
    expect(below.get('top')).toBe(2);
    expect(below.get(channels.get('top')?.appId ?? '')).toBe(3);
  });
});

describe('the tree', () => {
  it('keeps the newer copy, whether answer or event comes first', () => {
    const renamed = channel({ id: 'a', name: 'new', revision: 5 });
    const older = channel({ id: 'a', name: 'old', revision: 4 });
    const either = [
      [renamed, older],
      [older, renamed],
    ].map((copies) =>
      copies.reduce((tree, copy) => applyTreeChange(tree, { channels: [copy] }, copy.revision), emptyTree),
    );
    for (const tree of either) expect(tree.channels.get('a')?.name).toBe('new');
  });

  it('does not bring back a channel removed later', () => {
    let tree = applyTreeEvent(emptyTree, event({ treeRevision: 3, removed: ['a'] }));
    tree = applyTreeEvent(tree, event({ treeRevision: 2, channels: [channel({ id: 'a', revision: 2 })] }));
    expect(tree.channels.has('a')).toBe(false);
    tree = applyTreeEvent(tree, event({ treeRevision: 4, channels: [channel({ id: 'a', revision: 4 })] }));
    expect(tree.channels.has('a')).toBe(true);
  });

  it('is replaced completely by a reset', () => {
    let tree = applyTreeEvent(
      emptyTree,
      event({ channels: [channel({ id: 'a' })], spaces: [space({ id: 's' })] }),
    );
    tree = applyTreeEvent(tree, event({ treeRevision: 9, reset: true, channels: [channel({ id: 'b' })] }));
    expect([...tree.channels.keys()]).toEqual(['b']);
    expect(tree.spaces.size).toBe(0);
    expect(tree.revision).toBe(9);
  });

  it('keeps its maps when nothing in them changed', () => {
    const tree = applyTreeChange(emptyTree, { channels: [channel({ id: 'a' })] }, 1);
    const again = applyTreeChange(tree, { apps: [app({ id: 'x' })] }, 2);
    expect(again.channels).toBe(tree.channels);
  });

  it('counts unread apart from the structure', () => {
    let tree = applyTreeChange(emptyTree, { channels: [channel({ id: 'a', unread: 2 })] }, 1);
    const { channels } = tree;
    tree = applyUnread(tree, 'a', 0);
    expect(tree.channels).toBe(channels);
    expect(tree.unread.get('a')).toBe(0);
    expect(applyUnread(tree, 'unknown', 3)).toBe(tree);
  });
});

describe('the index of children', () => {
  const nodes = [
    channel({ id: 'b', sort: 'a1' }),
    channel({ id: 'a', sort: 'a0' }),
    channel({ id: 'a.1', parentId: 'a', sort: 'a0' }),
    channel({ id: 'a.1.1', parentId: 'a.1', sort: 'a0', unread: 1 }),
    channel({ id: 'orphan', parentId: 'hidden', sort: 'a2' }),
  ];
  const tree = applyTreeChange(emptyTree, { channels: nodes }, 1);
  const index = indexChildren(tree.channels);

  it('sorts siblings and lifts a channel of an unknown parent to the top', () => {
    expect(index.get('app')?.map((node) => node.id)).toEqual(['a', 'b', 'orphan']);
  });

  it('finds ancestors, subtrees and nodes with unread messages', () => {
    expect(ancestorsOf(tree.channels, 'a.1.1').map((node) => node.id)).toEqual(['a.1', 'a']);
    expect([...subtreeOf(index, 'a')]).toEqual(['a', 'a.1', 'a.1.1']);
    expect([...holdersOfUnread(tree)].sort()).toEqual(['a', 'a.1', 'app']);
  });

  it('survives a cycle', () => {
    const circle = applyTreeChange(
      emptyTree,
      { channels: [channel({ id: 'x', parentId: 'y' }), channel({ id: 'y', parentId: 'x' })] },
      1,
    );
    expect(ancestorsOf(circle.channels, 'x').length).toBeLessThanOrEqual(2);
    expect([...subtreeOf(indexChildren(circle.channels), 'x')].sort()).toEqual(['x', 'y']);
  });
});

describe('the rows', () => {
  const tree = applyTreeChange(
    emptyTree,
    {
      spaces: [space({ id: 'space' })],
      apps: [app({ id: 'app' }), app({ id: 'bare', sort: 'z' })],
      channels: [channel({ id: 'a' }), channel({ id: 'a.1', parentId: 'a' }), channel({ id: 'b' })],
    },
    1,
  );
  const index = indexChildren(tree.channels);

  it('show expanded nodes only, with their position for assistive technology', () => {
    const open = new Set(['space', 'app', 'a', 'bare']);
    const rows = rowsOf(tree, index, (id) => open.has(id));
    expect(rows.map((row) => [row.key, row.level, row.position, row.setSize])).toEqual([
      ['space', 1, 1, 1],
      ['app', 2, 1, 2],
      ['a', 3, 1, 2],
      ['a.1', 4, 1, 1],
      ['b', 3, 2, 2],
      ['bare', 2, 2, 2],
      ['bare:empty', 3, 1, 1],
    ]);
    expect(rowsOf(tree, index, (id) => id === 'space').map((row) => row.key)).toEqual([
      'space',
      'app',
      'bare',
    ]);
  });

  it('begin a space with the reader’s own app, whatever its position', () => {
    const own = app({ id: 'own', sort: 'zz', personal: true });
    const { apps, spaces } = applyTreeChange(tree, { apps: [own] }, 2);
    const keys = rowsOf({ apps, spaces }, index, (id) => id === 'space').map((row) => row.key);
    expect(keys).toEqual(['space', 'own', 'app', 'bare']);
  });

  it('of 5,000 channels are made quickly', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) =>
      channel({ id: `c${i}`, parentId: i % 10 === 0 ? null : `c${i - (i % 10)}`, sort: `a${i}` }),
    );
    const large = applyTreeChange(tree, { channels: many }, 2);
    let rows = 0;
    const took = await processorTime(() => {
      rows = rowsOf(large, indexChildren(large.channels), () => true).length;
    });
    expect(rows).toBeGreaterThan(5_000);
    // A few milliseconds alone; what grew with the square of the number would take seconds.
    expect(took).toBeLessThan(500);
  });
});

describe('the archive', () => {
  const archivedAt = new Date(5_000);
  const { channels, unread } = applyTreeChange(
    emptyTree,
    {
      channels: [
        channel({ id: 'open' }),
        channel({ id: 'top', archivedAt, unread: 3 }),
        channel({ id: 'below', parentId: 'top', archivedAt }),
        channel({ id: 'later', archivedAt: new Date(6_000) }),
        channel({ id: 'far', appId: 'other', archivedAt }),
      ],
    },
    1,
  );

  it('is left out of the tree, and counts nothing as unread', () => {
    expect(
      indexChildren(channels)
        .get('app')
        ?.map(({ id }) => id),
    ).toEqual(['open']);
    expect(indexChildren(channels).has('top')).toBe(false);
    expect(holdersOfUnread({ channels, unread }).size).toBe(0);
  });

  it('is listed by app, children with their parent, the latest first', () => {
    expect(archivedOf(channels, 'app').map(({ id }) => id)).toEqual(['later', 'top']);
    expect(countArchived(channels)).toEqual(
      new Map([
        ['app', 2],
        ['other', 1],
      ]),
    );
    const tree = applyTreeChange(
      emptyTree,
      { spaces: [space({ id: 'space' })], apps: [app({ id: 'app' })] },
      1,
    );
    const rows = rowsOf(tree, indexChildren(channels), () => true, countArchived(channels));
    expect(rows.at(-1)).toMatchObject({ kind: 'archived', key: 'app:archived', count: 2, parentKey: 'app' });
  });
});

describe('channels shared without their parents', () => {
  const tree = applyTreeChange(
    emptyTree,
    {
      spaces: [space({ id: 'space' })],
      apps: [app({ id: 'app' })],
      channels: [
        channel({ id: 'own', name: 'Own' }),
        channel({ id: 'stray', name: 'Stray', parentId: 'unseen' }),
        channel({ id: 'plan', name: 'Plan', appId: 'elsewhere' }),
        channel({ id: 'below', name: 'Below', appId: 'elsewhere', parentId: 'plan' }),
        channel({ id: 'old', appId: 'elsewhere', archivedAt: new Date() }),
      ],
    },
    1,
  );
  const rows = () =>
    rowsOf(
      tree,
      indexChildren(tree.channels),
      (id) => ['space', 'app', SHARED, 'plan'].includes(id),
      new Map(),
      sharedRoots(tree, 'en'),
    );

  it('stand in a section of their own at the end, with their subtrees', () => {
    expect(rows().map(({ key, level }) => [key, level])).toEqual([
      ...[
        ['space', 1],
        ['app', 2],
        ['own', 3],
      ],
      ...[
        ['shared', 1],
        ['plan', 2],
        ['below', 3],
        ['stray', 2],
      ],
    ]);
    expect(rows().filter(({ level }) => level === 1)).toMatchObject([
      { position: 1, setSize: 2 },
      { position: 2, setSize: 2 },
    ]);
  });

  it('have no section when there are none', () => {
    expect(sharedRoots({ ...tree, channels: new Map() })).toEqual([]);
    expect(rowsOf(tree, new Map(), () => true).some(({ kind }) => kind === 'shared')).toBe(false);
  });

  it('are reached by the keys of the tree', () => {
    const press = (key: string) => ({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false });
    expect(readTreeKey(rows(), 'own', press('ArrowDown'))).toEqual({ kind: 'focus', key: SHARED });
    expect(readTreeKey(rows(), SHARED, press('ArrowLeft'))).toEqual({ kind: 'collapse', key: SHARED });
    expect(readTreeKey(rows(), 'below', press('ArrowLeft'))).toEqual({ kind: 'focus', key: 'plan' });
    expect(readTreeKey(rows(), SHARED, press('p'))).toEqual({ kind: 'focus', key: 'plan' });
  });
});
