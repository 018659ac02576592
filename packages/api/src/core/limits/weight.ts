/** Bytes of a value besides its text. */
const ENTRY = 8;

/** Estimates the JSON bytes of a plain value. Stops counting beyond `most`, so that it is cheap itself. */
export function weightOf(value: unknown, most: number): number {
  let weight = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && weight <= most) {
    const next = waiting.pop();
    weight += ENTRY;
    if (typeof next === 'string') weight += next.length;
    else if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (isPlain(next))
      for (const [name, each] of Object.entries(next)) {
        weight += name.length;
        waiting.push(each);
      }
  }
  return weight;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
