import { estimateText } from './estimate.ts';

/** Replaces the omitted middle of a text. */
const gap = (left: number) => `\n[… ${left} characters left out …]\n`;
/** Tokens the gap itself costs, generously. */
const GAP_TOKENS = 24;

/**
 * Shortens a text to about `tokens` by omitting its middle: the beginning introduces it, and the end is often
 * the question. A text that fits is returned unchanged.
 */
export function shortenText(text: string, tokens: number): string {
  if (estimateText(text) <= tokens) return text;
  const room = tokens - GAP_TOKENS;
  if (room <= 0) return gap(text.length).trim();
  // Growing from both ends by what fits is linear, whatever the mixture of scripts.
  const head = fitting(text, Math.floor((room * 2) / 3), 'start');
  const tail = fitting(text.slice(head.length), room - Math.floor((room * 2) / 3), 'end');
  const left = text.length - head.length - tail.length;
  return `${head}${gap(left)}${tail}`;
}

function fitting(text: string, tokens: number, from: 'start' | 'end'): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateText(cut(text, middle, from)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return cut(text, low, from).toWellFormed();
}

function cut(text: string, length: number, from: 'start' | 'end'): string {
  return from === 'start' ? text.slice(0, length) : text.slice(text.length - length);
}

/**
 * Returns the largest size such that pieces cut down to it fit together: short pieces stay whole, and the
 * long ones share the rest evenly.
 */
export function fairCap(sizes: readonly number[], budget: number): number {
  const ascending = sizes.toSorted((a, b) => a - b);
  let left = Math.max(0, budget);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
