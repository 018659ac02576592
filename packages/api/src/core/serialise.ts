import superjson, { type SuperJSONResult } from 'superjson';

/** A value's type before it became JSON, by path: `[kind]`, `[kind, notes inside]`, or only notes inside. */
type Notes = [string] | [string, NotesInside] | NotesInside;
interface NotesInside {
  [key: string]: Notes;
}

/** Deeper than any answer, so a cycle. */
const MAX_DEPTH = 100;
/** Keys that superjson rejects, with its own error. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** A value that only superjson can serialise. */
class Unfamiliar extends Error {}

/** Serialised forms of shared values. */
const shared = new WeakMap<object, SuperJSONResult | null>();

/** Marks a value for many readers, so that it is serialised once. It must not change afterwards. */
export function shareable<T extends object>(value: T): T {
  shared.set(value, null);
  return value;
}

/**
 * Serialises like superjson, five times as fast, for the usual types of answers: plain objects, lists, dates,
 * sets, maps and undefined. Everything else is left to superjson itself.
 */
export function serialise(value: unknown): SuperJSONResult {
  const isShared = typeof value === 'object' && value !== null && shared.has(value);
  if (!isShared) return written(value);
  const known = shared.get(value) ?? written(value);
  shared.set(value, known);
  return known;
}

function written(value: unknown): SuperJSONResult {
  const writer = new Writer();
  try {
    const json = writer.plain(value, 0) as SuperJSONResult['json'];
    const { notes } = writer;
    return notes ? { json, meta: { values: notes as never, v: 1 } } : { json };
  } catch (error) {
    if (error instanceof Unfamiliar) return superjson.serialize(value);
    throw error;
  }
}

class Writer {
  /** Notes of the last serialised value. */
  notes: Notes | undefined;

  plain(value: unknown, depth: number): unknown {
    this.notes = undefined;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value;
    if (value === undefined) return this.noted(null, 'undefined');
    if (typeof value !== 'object' || depth > MAX_DEPTH) throw new Unfamiliar();
    if (Array.isArray(value)) return this.list(value, depth);
    if (value instanceof Date && !Number.isNaN(value.getTime()))
      return this.noted(value.toISOString(), 'Date');
    if (value instanceof Set) return this.noted(this.list([...value], depth), 'set');
    if (value instanceof Map) return this.noted(this.list([...value], depth), 'map');
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new Unfamiliar();
    return this.object(value as Record<string, unknown>, depth);
  }

  /** Adds a kind to the notes of the inner value. */
  private noted(json: unknown, kind: string): unknown {
    this.notes = this.notes ? [kind, this.notes as NotesInside] : [kind];
    return json;
  }

  private list(values: readonly unknown[], depth: number): unknown[] {
    const inside: NotesInside = {};
    let hasNotes = false;
    const json = new Array<unknown>(values.length);
    for (let index = 0; index < values.length; index++) {
      json[index] = this.plain(values[index], depth + 1);
      if (!this.notes) continue;
      inside[index] = this.notes;
      hasNotes = true;
    }
    this.notes = hasNotes ? inside : undefined;
    return json;
  }

  private object(value: Record<string, unknown>, depth: number): Record<string, unknown> {
    const inside: NotesInside = {};
    let hasNotes = false;
    const json: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (FORBIDDEN.has(key)) throw new Unfamiliar();
      json[key] = this.plain(value[key], depth + 1);
      if (!this.notes) continue;
      inside[escaped(key)] = this.notes;
      hasNotes = true;
    }
    this.notes = hasNotes ? inside : undefined;
    return json;
  }
}

/** A key as a step of a path, in which dots part the steps. */
function escaped(key: string): string {
  return /[.\\]/.test(key) ? key.replaceAll('\\', '\\\\').replaceAll('.', '\\.') : key;
}
