import type { Paced } from './paced.ts';

/** The sign before the fraction of a number; the other of the two sets thousands apart. */
export type DecimalSign = '.' | ',';

/** How the numbers of a column are written. */
export interface Convention {
  decimal: DecimalSign;
  /** A cell that could be read in two ways, when nothing in the column tells which is meant; else null. */
  unclear: string | null;
}

/** Characters of a cell that may be a number. */
const MAX_NUMBER = 60;

/**
 * Judges how the numbers of a column are written by those that can be read in one way only: "1.234,5" and "2,75" have a
 * decimal comma. Without any, or with as many of either kind, the point is taken for the decimal sign.
 */
export async function conventionOf(cells: readonly string[], work: Paced): Promise<Convention> {
  const votes = { '.': 0, ',': 0 };
  let unclear: string | null = null;
  await work(cells, (cell) => {
    const bare = bareNumber(cell);
    const sign = bare === null ? null : decimalOf(bare);
    if (sign === 'either') unclear ??= cell.trim();
    else if (sign) votes[sign] += 1;
  });
  const decimal = votes[','] > votes['.'] ? ',' : '.';
  return { decimal, unclear: votes['.'] === votes[','] ? unclear : null };
}

/** The number in a cell, with a currency, a percent sign and thousands left out; null for none. */
export function numberIn(cell: string, convention: DecimalSign): number | null {
  const bare = bareNumber(cell);
  if (bare === null) return null;
  const own = decimalOf(bare);
  const decimal = own === 'either' || own === null ? convention : own;
  const thousands = decimal === '.' ? ',' : '.';
  const [whole = '', ...fractions] = bare.replace(/^[-+]/, '').split(decimal);
  if (fractions.length > 1 || !isGrouped(whole, thousands)) return null;
  const sign = bare.startsWith('-') ? '-' : '';
  const text = `${sign}${whole.replaceAll(thousands, '')}${fractions.length > 0 ? `.${fractions[0]}` : ''}`;
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** Digits with their signs alone; null for a cell that is no number. Parentheses are a minus, as in accounts. */
function bareNumber(cell: string): string | null {
  if (cell.length > MAX_NUMBER) return null;
  const bare = cell
    .replace(/[\s\u00a0\u202f'’]|\p{Sc}|%$/gu, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace('−', '-');
  return /^[-+]?[\d.,]*\d[\d.,]*(?:e[-+]?\d+)?$/i.test(bare) ? bare : null;
}

/** The decimal sign that a number must have; `either` when both readings make sense, null when it needs none. */
function decimalOf(bare: string): DecimalSign | 'either' | null {
  const [digits = ''] = bare.replace(/^[-+]/, '').split(/e/i);
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return null;
  const sign = digits[last] as DecimalSign;
  const other = sign === '.' ? ',' : '.';
  if (digits.includes(other)) return sign;
  // Twice the same sign sets thousands apart.
  if (digits.indexOf(sign) !== last) return other;
  return /^[1-9]\d{0,2}$/.test(digits.slice(0, last)) && /^\d{3}$/.test(digits.slice(last + 1))
    ? 'either'
    : sign;
}

/** Whether the signs in a whole number stand where thousands end, or lakhs. */
function isGrouped(whole: string, sign: DecimalSign): boolean {
  const [first = '', ...groups] = whole.split(sign);
  if (groups.length === 0) return true;
  return (
    first.length > 0 &&
    first.length <= 3 &&
    groups.every(({ length }, at) => length === 3 || (length === 2 && at < groups.length - 1))
  );
}
