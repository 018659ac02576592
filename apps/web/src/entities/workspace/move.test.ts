import { MAX_CHANNEL_DEPTH } from '@tandem/shared/channel/schema';
import { describe, expect, it } from 'vitest';
import { channel } from '../../features/workspace/testing/factory.ts';
import { canNest, moveByDrop, moveByKey, movedLocally, moveInto } from './move.ts';
import { applyTreeChange, emptyTree, indexChildren } from './tree.ts';

const view = (nodes: Parameters<typeof channel>[0][]) => {
  const { channels } = applyTreeChange(emptyTree, { channels: nodes.map(channel) }, 1);
  return { channels, index: indexChildren(channels) };
};

const tree = view([
  { id: 'a', sort: 'a0' },
  { id: 'a1', parentId: 'a', sort: 'a0' },
  { id: 'a2', parentId: 'a', sort: 'a1' },
  { id: 'b', sort: 'a1' },
  { id: 'c', sort: 'a2' },
  { id: 'far', appId: 'other', sort: 'a0' },
  {
    id: 'fixed',
    sort: 'a3',
    abilities: { comment: true, send: true, ask: true, edit: false, manage: false },
  },
]);

describe('dropping a channel', () => {
  it('before, after and inside another', () => {
    const over = (id: string) => ({ kind: 'channel' as const, id });
    expect(moveByDrop(tree, 'c', over('a'), 'before')).toEqual({
      channelId: 'c',
      parentId: null,
      afterId: null,
    });
    expect(moveByDrop(tree, 'c', over('a'), 'after')).toEqual({
      channelId: 'c',
      parentId: null,
      afterId: 'a',
    });
    expect(moveByDrop(tree, 'c', over('a'), 'inside')).toEqual({
      channelId: 'c',
      parentId: 'a',
      afterId: 'a2',
    });
    expect(moveByDrop(tree, 'c', over('a2'), 'before')).toEqual({
      channelId: 'c',
      parentId: 'a',
      afterId: 'a1',
    });
    expect(moveByDrop(tree, 'a1', { kind: 'app', id: 'app' }, 'inside')).toEqual({
      channelId: 'a1',
      parentId: null,
      afterId: 'fixed',
    });
  });

  it('has no effect where nothing would change', () => {
    expect(moveByDrop(tree, 'b', { kind: 'channel', id: 'a' }, 'after')).toBeNull();
    expect(moveByDrop(tree, 'b', { kind: 'channel', id: 'c' }, 'before')).toBeNull();
    expect(moveByDrop(tree, 'b', { kind: 'channel', id: 'b' }, 'inside')).toBeNull();
  });

  it('is refused below itself, in another app, too deep and without the right', () => {
    expect(moveInto(tree, 'a', 'a1')).toBeNull();
    expect(moveInto(tree, 'a', 'a')).toBeNull();
    expect(moveByDrop(tree, 'a', { kind: 'channel', id: 'far' }, 'after')).toBeNull();
    expect(moveByDrop(tree, 'a', { kind: 'app', id: 'other' }, 'inside')).toBeNull();
    expect(moveInto(tree, 'fixed', 'a')).toBeNull();
    expect(moveInto(tree, 'a', 'fixed')).toBeNull();
    const deep = view([
      ...Array.from({ length: MAX_CHANNEL_DEPTH - 1 }, (_, i) => ({
        id: `d${i}`,
        parentId: i === 0 ? null : `d${i - 1}`,
      })),
      { id: 'x' },
      { id: 'y', parentId: 'x' },
    ]);
    const bottom = `d${MAX_CHANNEL_DEPTH - 2}`;
    expect(canNest(deep, 'y', bottom)).toBe(true);
    expect(canNest(deep, 'x', bottom)).toBe(false);
  });
});

describe('moving by keyboard', () => {
  it('goes up, down, out and in', () => {
    expect(moveByKey(tree, 'b', 'up')).toEqual({ channelId: 'b', parentId: null, afterId: null });
    expect(moveByKey(tree, 'c', 'up')).toEqual({ channelId: 'c', parentId: null, afterId: 'a' });
    expect(moveByKey(tree, 'a', 'down')).toEqual({ channelId: 'a', parentId: null, afterId: 'b' });
    expect(moveByKey(tree, 'a2', 'out')).toEqual({ channelId: 'a2', parentId: null, afterId: 'a' });
    expect(moveByKey(tree, 'b', 'in')).toEqual({ channelId: 'b', parentId: 'a', afterId: 'a2' });
  });

  it('stops at either end', () => {
    expect(moveByKey(tree, 'a', 'up')).toBeNull();
    expect(moveByKey(tree, 'fixed', 'down')).toBeNull();
    expect(moveByKey(tree, 'a', 'out')).toBeNull();
    expect(moveByKey(tree, 'a', 'in')).toBeNull();
  });
});

describe('showing a move at once', () => {
  it('puts the channel between its new neighbours', () => {
    for (const [afterId, expected] of [
      [null, ['c', 'a', 'b', 'fixed']],
      ['a', ['a', 'c', 'b', 'fixed']],
      ['fixed', ['a', 'b', 'fixed', 'c']],
    ] as const) {
      const channels = new Map(tree.channels);
      for (const moved of movedLocally(tree, { channelId: 'c', parentId: null, afterId }))
        channels.set(moved.id, moved);
      expect(
        indexChildren(channels)
          .get('app')
          ?.map((node) => node.id),
      ).toEqual(expected);
    }
  });
});

describe('moving into another app', () => {
  const open = { comment: true, send: true, ask: true, edit: true };
  const apps = view([
    { id: 'a', sort: 'a0', abilities: { ...open, manage: true } },
    { id: 'a1', parentId: 'a', sort: 'a0' },
    { id: 'edited', sort: 'a1', abilities: { ...open, manage: false } },
    { id: 'far', appId: 'other', sort: 'a0' },
  ]);

  it('is possible for channels the reader manages, below a channel or last at the top', () => {
    expect(moveInto(apps, 'a', 'far', 'other')).toEqual({
      ...{ channelId: 'a', appId: 'other', parentId: 'far', afterId: null },
    });
    expect(moveInto(apps, 'a', null, 'other')).toEqual({
      ...{ channelId: 'a', appId: 'other', parentId: null, afterId: 'far' },
    });
    expect(moveInto(apps, 'edited', 'far', 'other')).toBeNull();
    expect(moveInto(apps, 'a', 'far')).toBeNull();
  });

  it('takes the channels below along', () => {
    const moved = movedLocally(apps, { channelId: 'a', appId: 'other', parentId: 'far', afterId: null });
    expect(moved.map(({ id, appId, parentId }) => [id, appId, parentId])).toEqual([
      ['a', 'other', 'far'],
      ['a1', 'other', 'a'],
    ]);
  });
});
