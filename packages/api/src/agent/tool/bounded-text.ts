/** The length of a text as JSON writes it. */
export function jsonLength(text: string): number {
  return JSON.stringify(text).length;
}

/** The first and the last part of a text that is too long, at most `max` characters as JSON writes them. */
export function firstAndLast(text: string, max: number): string {
  if (jsonLength(text) <= max) return text;
  let kept = Math.floor(max / 2);
  for (;;) {
    const left = text.length - 2 * kept;
    const short = `${text.slice(0, kept)}\n[… ${left.toLocaleString('en')} characters left out …]\n${text.slice(-kept)}`;
    // Control characters take six times their length.
    if (left > 0 && jsonLength(short) <= max + 100) return short.toWellFormed();
    kept = Math.floor(kept * 0.7);
  }
}

/** The last part of a text, at most `max` characters. */
export function lastPart(text: string, max: number): string {
  return text.length <= max ? text : `…${text.slice(-max)}`.toWellFormed();
}
