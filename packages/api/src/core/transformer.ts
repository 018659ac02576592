import { TRPCError } from '@trpc/server';
import superjson from 'superjson';

/** What a caller may say of a value beyond JSON: that it is undefined. Procedures take nothing else that is not JSON. */
const UNDEFINED = 'undefined';
/** Keys with such a note, in one call. */
const MAX_NOTES = 100;

interface Noted {
  json: unknown;
  meta?: { values?: unknown };
}

/**
 * Dates and the like travel from us to callers by superjson. The other way round it would build whatever a caller
 * names (arrays of any length, sets, patterns), before their input meets its schema or their session is known: of
 * their notes only undefined fields are read, and anything else is refused.
 */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};

function readInput(sent: unknown): unknown {
  if (sent === undefined) return undefined;
  if (!isObject(sent) || !('json' in sent)) throw refused();
  const { json, meta } = sent as unknown as Noted;
  const notes = meta?.values;
  if (notes === undefined) return json;
  // The whole input is undefined.
  if (isUndefinedNote(notes)) return undefined;
  const entries = isObject(notes) ? Object.entries(notes) : [];
  if (entries.length === 0 || entries.length > MAX_NOTES) throw refused();
  for (const [path, note] of entries) {
    if (!isUndefinedNote(note)) throw refused();
    removeAt(json, path.split('.'));
  }
  return json;
}

/** Takes out a field of objects within objects, which were parsed for this call alone. */
function removeAt(value: unknown, path: readonly string[]): void {
  const [key = '', ...rest] = path;
  if (!isObject(value) || !Object.hasOwn(value, key)) throw refused();
  if (rest.length > 0) removeAt(value[key], rest);
  else delete value[key];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isUndefinedNote(note: unknown): boolean {
  return Array.isArray(note) && note.length === 1 && note[0] === UNDEFINED;
}

function refused(): TRPCError {
  return new TRPCError({
    code: 'BAD_REQUEST',
    message: 'The input must be {"json": …} and no more than JSON.',
  });
}
