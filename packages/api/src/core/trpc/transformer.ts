import { TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { serialise } from '../serialise.ts';

/** Non-JSON types that callers may use, and their conversion. */
const kinds: Record<string, (value: unknown) => unknown> = {
  undefined: () => undefined,
  Date: (value) => (typeof value === 'string' ? new Date(value) : refuse()),
  set: (value) => (Array.isArray(value) ? new Set(value) : refuse()),
  map: (value) => (Array.isArray(value) && value.every(isPair) ? new Map(value) : refuse()),
};
/** Values with such a note, in one call. */
const MAX_NOTES = 100;
const MAX_DEPTH = 10;
const INDEX = /^(?:0|[1-9]\d*)$/;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * superjson in both directions, except for inputs, which it would build before they meet their schema or
 * anyone knows the caller: anything a caller names, including arrays of any length and nested patterns. Here
 * only dates, sets, maps and undefined are converted, each value once; anything else is refused.
 */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: { serialize: serialise, deserialize: superjson.deserialize },
};

function readInput(sent: unknown): unknown {
  if (sent === undefined) return undefined;
  if (!isObject(sent) || !('json' in sent)) return refuse();
  const { json, meta } = sent;
  const notes = isObject(meta) ? meta.values : undefined;
  return notes === undefined ? json : annotated(json, notes, { notes: MAX_NOTES, depth: MAX_DEPTH });
}

interface Allowance {
  notes: number;
  depth: number;
}

/** A value as its notes say it was: `[kind]`, `[kind, notes inside]`, or only notes inside, by path. */
function annotated(value: unknown, notes: unknown, allowance: Allowance): unknown {
  if (allowance.depth-- <= 0) return refuse();
  const [kind, inside] = Array.isArray(notes) ? notes : [null, notes];
  if (inside !== undefined) annotateInside(value, inside, allowance);
  allowance.depth++;
  if (kind === null) return value;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return refuse();
  return kinds[kind]?.(value);
}

function annotateInside(value: unknown, notes: unknown, allowance: Allowance): void {
  const entries = isObject(notes) ? Object.entries(notes) : refuse();
  for (const [path, note] of entries) {
    if (allowance.notes-- <= 0) refuse();
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce(childOf, value);
    const child = childOf(parent, last);
    // Parsed for this call alone, so it can be changed where it stands.
    (parent as Record<string, unknown>)[last] = annotated(child, note, allowance);
  }
}

function childOf(parent: unknown, key: string): unknown {
  const isThere = Array.isArray(parent)
    ? INDEX.test(key) && Object.hasOwn(parent, key)
    : isObject(parent) && !FORBIDDEN.has(key) && Object.hasOwn(parent, key);
  return isThere ? (parent as Record<string, unknown>)[key] : refuse();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isPair(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function refuse(): never {
  throw new TRPCError({
    code: 'BAD_REQUEST',
    message: 'The input must be what superjson makes of plain values.',
  });
}
