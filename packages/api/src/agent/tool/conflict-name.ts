import { randomUUID } from 'node:crypto';
import { MAX_NAME_BYTES } from '../files/path.ts';

/** Characters of a sub-agent's name, and bytes of an ending, that are kept. */
const MAX_NAME = 30;
const MAX_ENDING_BYTES = 40;
/** Tries before a name that nothing else has. */
const MAX_TRIES = 100;

/**
 * Names what is kept of a conflict: `notes.md` of "Prices" is `notes (sub-agent Prices).md`; at the top where that cannot
 * be beside the file.
 * @param name of the sub-agent, in whatever characters
 * @param isFree judges a path
 */
export function conflictName(path: string, name: string, isFree: (path: string) => boolean): string {
  const letters = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // By whole characters: half of one would be refused in every path.
  const plain = [...letters].slice(0, MAX_NAME).join('').trim() || 'task';
  const start = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const hasEnding = dot > start && Buffer.byteLength(path.slice(dot)) <= MAX_ENDING_BYTES;
  const end = hasEnding ? dot : path.length;
  for (let count = 1; count <= MAX_TRIES; count += 1) {
    const mark = ` (sub-agent ${plain}${count > 1 ? ` ${count}` : ''})${path.slice(end)}`;
    const file = within(path.slice(start, end), MAX_NAME_BYTES - Buffer.byteLength(mark)) + mark;
    const found = [path.slice(0, start) + file, file].find(isFree);
    if (found !== undefined) return found;
  }
  return `${randomUUID()} (sub-agent)`;
}

/** The beginning of a text, by whole characters. */
function within(text: string, bytes: number): string {
  let left = bytes;
  let kept = '';
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}
