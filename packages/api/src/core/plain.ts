const MAX_DEPTH = 40;
/** Values looked at in all; the rest is left out. */
const MAX_VALUES = 50_000;

/** Text that PostgreSQL can hold: without NUL and halves of surrogate pairs. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Converts an untrusted JSON value to plain data that can be stored: clean text in keys and values, bounded
 * depth, and at most `maxCharacters` of JSON; a larger value becomes the beginning of its text.
 */
export function plainJson(value: unknown, maxCharacters: number): unknown {
  const plain = clean(value, 0, { left: MAX_VALUES });
  const json = typeof plain === 'string' ? plain : (JSON.stringify(plain) ?? '');
  if (json.length <= maxCharacters) return plain;
  return `${json.slice(0, maxCharacters).toWellFormed()}\n… (${json.length - maxCharacters} more characters left out)`;
}

function clean(value: unknown, depth: number, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? null : value.toISOString();
  if (typeof value !== 'object' || depth >= MAX_DEPTH || budget.left < 0) return null;
  if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1, budget));
  const entries = Object.entries(value)
    .filter(([key, each]) => key !== '__proto__' && each !== undefined)
    .map(([key, each]) => [cleanText(key), clean(each, depth + 1, budget)]);
  return Object.fromEntries(entries);
}
