import type { Row } from '../../entities/workspace/rows.ts';
import { anySpelt, type FitName, fitOf } from '../../lib/spelling.ts';

/** The action of a key in the tree. */
export type TreeKey =
  | { kind: 'focus'; key: string }
  | { kind: 'expand' | 'collapse'; key: string }
  | { kind: 'open' | 'rename' | 'remove' | 'menu'; key: string }
  | { kind: 'move'; key: string; direction: 'up' | 'down' | 'out' | 'in' };

export interface KeyPress {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * Reads a key as an ARIA tree does: up and down move through the visible rows, right opens or enters, left
 * closes or leaves, letters jump to the next name that starts or is spelt with them. Alt with an arrow moves
 * the channel itself.
 * @returns null for a key without an action
 */
export function readTreeKey(
  rows: readonly Row[],
  focused: string | null,
  press: KeyPress,
  fit?: FitName,
): TreeKey | null {
  const at = rows.findIndex((row) => row.key === focused);
  const row = rows[at];
  const focus = (target: Row | undefined): TreeKey | null =>
    target ? { kind: 'focus', key: target.key } : null;
  if (press.altKey) return row?.kind === 'channel' ? readMove(row.key, press.key) : null;
  if (press.ctrlKey || press.metaKey) return null;

  switch (press.key) {
    case 'ArrowDown':
      return focus(rows[at + 1]);
    case 'ArrowUp':
      return focus(at < 0 ? rows.at(-1) : rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
  }
  if (!row) return null;
  switch (press.key) {
    case 'ArrowRight':
      if (!row.expandable) return null;
      return row.expanded ? focus(rows[at + 1]) : { kind: 'expand', key: row.key };
    case 'ArrowLeft':
      if (row.expandable && row.expanded) return { kind: 'collapse', key: row.key };
      return row.parentKey === null ? null : { kind: 'focus', key: row.parentKey };
    case 'Enter':
    case ' ':
      return { kind: 'open', key: row.key };
    case 'F2':
      return { kind: 'rename', key: row.key };
    case 'Delete':
      return row.kind === 'channel' ? { kind: 'remove', key: row.key } : null;
    case 'ContextMenu':
      return { kind: 'menu', key: row.key };
    case 'F10':
      return press.shiftKey ? { kind: 'menu', key: row.key } : null;
  }
  return press.key.length === 1 ? focus(nextByLetter(rows, at, press.key, fit)) : null;
}

function readMove(key: string, pressed: string): TreeKey | null {
  const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' } as const;
  const direction = directions[pressed as keyof typeof directions];
  return direction ? { kind: 'move', key, direction } : null;
}

/** Whether a key looks for a name among some that a dictionary spells. */
export function asksForSpelling(rows: readonly Row[], { key, altKey, ctrlKey, metaKey }: KeyPress): boolean {
  if (!/^[a-z]$/i.test(key) || altKey || ctrlKey || metaKey) return false;
  return anySpelt(rows.map((row) => nameOf(row) ?? ''));
}

function nameOf(row: Row): string | null {
  return row.kind === 'empty' || row.kind === 'archived' ? null : row.node.name;
}

function nextByLetter(
  rows: readonly Row[],
  at: number,
  letter: string,
  fit: FitName | undefined,
): Row | undefined {
  for (let step = 1; step <= rows.length; step++) {
    const row = rows[(Math.max(at, 0) + step) % rows.length];
    const name = row && nameOf(row);
    if (name && fitOf(name, letter, fit) === 0) return row;
  }
  return undefined;
}
