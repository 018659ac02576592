import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../entities/workspace/rows.ts';
import { applyTreeChange, emptyTree, indexChildren } from '../../entities/workspace/tree.ts';
import { loadSpelling } from '../../lib/spelling.ts';
import { asksForSpelling, type KeyPress, readTreeKey } from './keyboard.ts';
import { app, channel, space } from './testing/factory.ts';

const tree = applyTreeChange(
  emptyTree,
  {
    spaces: [space({ id: 'space', name: 'General' })],
    apps: [app({ id: 'app', name: 'Chat' })],
    channels: [
      channel({ id: 'a', name: 'Alpha' }),
      channel({ id: 'a1', name: 'Nested', parentId: 'a' }),
      channel({ id: 'b', name: 'Beta' }),
    ],
  },
  1,
);
const rowsWith = (...open: string[]) =>
  rowsOf(tree, indexChildren(tree.channels), (id) => ['space', 'app', ...open].includes(id));
const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...over,
});

describe('keys in the tree', () => {
  it('move up and down through visible rows', () => {
    const rows = rowsWith();
    expect(readTreeKey(rows, 'a', press('ArrowDown'))).toEqual({ kind: 'focus', key: 'b' });
    expect(readTreeKey(rows, 'a', press('ArrowUp'))).toEqual({ kind: 'focus', key: 'app' });
    expect(readTreeKey(rows, 'b', press('ArrowDown'))).toBeNull();
    expect(readTreeKey(rows, null, press('ArrowDown'))).toEqual({ kind: 'focus', key: 'space' });
    expect(readTreeKey(rows, 'b', press('Home'))).toEqual({ kind: 'focus', key: 'space' });
    expect(readTreeKey(rows, 'space', press('End'))).toEqual({ kind: 'focus', key: 'b' });
  });

  it('expand, enter, leave and collapse', () => {
    expect(readTreeKey(rowsWith(), 'a', press('ArrowRight'))).toEqual({ kind: 'expand', key: 'a' });
    expect(readTreeKey(rowsWith('a'), 'a', press('ArrowRight'))).toEqual({ kind: 'focus', key: 'a1' });
    expect(readTreeKey(rowsWith('a'), 'a1', press('ArrowLeft'))).toEqual({ kind: 'focus', key: 'a' });
    expect(readTreeKey(rowsWith('a'), 'a', press('ArrowLeft'))).toEqual({ kind: 'collapse', key: 'a' });
    expect(readTreeKey(rowsWith(), 'b', press('ArrowRight'))).toBeNull();
  });

  it('jump to names by their first letter, wrapping around', () => {
    const rows = rowsWith();
    expect(readTreeKey(rows, 'space', press('b'))).toEqual({ kind: 'focus', key: 'b' });
    expect(readTreeKey(rows, 'b', press('a'))).toEqual({ kind: 'focus', key: 'a' });
    expect(readTreeKey(rows, 'b', press('z'))).toBeNull();
    expect(asksForSpelling(rows, press('b'))).toBe(false);
  });

  it('jump to Chinese names by their pinyin', async () => {
    const rows = rowsOf(
      applyTreeChange(tree, { spaces: [], apps: [], channels: [channel({ id: 'c', name: '产品' })] }, 2),
      new Map([['app', [channel({ id: 'a', name: 'Alpha' }), channel({ id: 'c', name: '产品' })]]]),
      () => true,
    );
    expect(asksForSpelling(rows, press('c'))).toBe(true);
    for (const key of ['ArrowDown', ' ', '产', 'F2'])
      expect(asksForSpelling(rows, press(key)), key).toBe(false);
    expect(asksForSpelling(rows, press('c', { ctrlKey: true }))).toBe(false);
    const fit = await loadSpelling();
    expect(readTreeKey(rows, 'a', press('c'), fit)).toEqual({ kind: 'focus', key: 'c' });
    expect(readTreeKey(rows, 'a', press('p'), fit)).toBeNull();
  });

  it('act on the row, and leave the browser its own keys', () => {
    const rows = rowsWith();
    expect(readTreeKey(rows, 'a', press('F2'))).toEqual({ kind: 'rename', key: 'a' });
    expect(readTreeKey(rows, 'a', press('Delete'))).toEqual({ kind: 'remove', key: 'a' });
    expect(readTreeKey(rows, 'app', press('Delete'))).toBeNull();
    // Too easily pressed for a deletion.
    expect(readTreeKey(rows, 'a', press('Backspace'))).toBeNull();
    expect(readTreeKey(rows, 'a', press('F10', { shiftKey: true }))).toEqual({ kind: 'menu', key: 'a' });
    expect(readTreeKey(rows, 'a', press('ArrowUp', { altKey: true }))).toEqual({
      kind: 'move',
      key: 'a',
      direction: 'up',
    });
    expect(readTreeKey(rows, 'app', press('ArrowUp', { altKey: true }))).toBeNull();
    expect(readTreeKey(rows, 'a', press('b', { ctrlKey: true }))).toBeNull();
  });
});
