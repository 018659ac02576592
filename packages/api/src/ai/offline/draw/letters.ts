/** Letters as strokes on a field six units high, each with its width: this process has no fonts. */
const glyphs: Record<string, [width: number, path: string]> = {
  A: [4, 'M0 6L2 0L4 6M.7 4H3.3'],
  B: [3.8, 'M0 0V6H2.2A1.55 1.55 0 0 0 2.2 2.9H0M2 2.9A1.45 1.45 0 0 0 2 0H0'],
  C: [3.9, 'M3.9 1.1A2.4 2.95 0 1 0 3.9 4.9'],
  D: [4, 'M0 0V6H1.3A2.7 3 0 0 0 1.3 0Z'],
  E: [3.2, 'M3.2 0H0V6H3.2M0 3H2.7'],
  F: [3.1, 'M3.1 0H0V6M0 3H2.6'],
  G: [4.1, 'M3.9 1.1A2.4 2.95 0 1 0 4.1 4.5V3.3H2.5'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0.2, 'M.1 0V6'],
  J: [2.4, 'M2.4 0V4.4A1.3 1.6 0 0 1 0 5.1'],
  K: [3.8, 'M0 0V6M3.6 0L0 3.6M1.3 2.4L3.8 6'],
  L: [3, 'M0 0V6H3'],
  M: [4.8, 'M0 6V0L2.4 4L4.8 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4.6, 'M2.3 0A2.3 3 0 0 0 2.3 6A2.3 3 0 0 0 2.3 0Z'],
  P: [3.7, 'M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0'],
  Q: [4.7, 'M2.3 0A2.3 3 0 0 0 2.3 6A2.3 3 0 0 0 2.3 0ZM2.9 4.4L4.7 6.4'],
  R: [3.8, 'M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0M1.9 3.3L3.8 6'],
  S: [3.4, 'M3.3 1A1.6 1.3 0 0 0 1.7 0A1.5 1.45 0 0 0 1.7 2.9A1.6 1.55 0 0 1 1.7 6A1.7 1.3 0 0 1 0 4.9'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [3.8, 'M0 0V4A1.9 2 0 0 0 3.8 4V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.6, 'M0 0L1.4 6L2.8 1.4L4.2 6L5.6 0'],
  X: [3.8, 'M0 0L3.8 6M3.8 0L0 6'],
  Y: [3.8, 'M0 0L1.9 3.2L3.8 0M1.9 3.2V6'],
  Z: [3.7, 'M0 0H3.7L0 6H3.7'],
  0: [3.6, 'M1.8 0A1.8 3 0 0 0 1.8 6A1.8 3 0 0 0 1.8 0Z'],
  1: [1.6, 'M0 1.3L1.5 0V6'],
  2: [3.3, 'M0 1.5A1.65 1.6 0 1 1 2.9 2.6L0 6H3.3'],
  3: [3.2, 'M.1 0H3L1.5 2.3A1.75 1.85 0 1 1 0 4.9'],
  4: [3.6, 'M2.8 6V0L0 4.3H3.6'],
  5: [3.2, 'M3 0H.5L.2 2.8A1.75 1.85 0 1 1 0 5'],
  6: [3.4, 'M2.8 0Q0 2 0 4.2A1.7 1.8 0 1 0 .2 3.3'],
  7: [3.3, 'M0 0H3.3L1.2 6'],
  8: [3.4, 'M1.7 2.7A1.4 1.35 0 1 1 1.75 2.7A1.7 1.65 0 1 1 1.65 2.7Z'],
  9: [3.4, 'M.6 6Q3.4 4 3.4 1.8A1.7 1.8 0 1 0 3.2 2.7'],
  '.': [0.2, 'M.1 6V6.01'],
  ',': [0.4, 'M.3 5.8L0 6.9'],
  '!': [0.2, 'M.1 0V4M.1 6V6.01'],
  '?': [3, 'M0 1.3A1.5 1.4 0 1 1 2.4 2.5Q1.5 3.1 1.5 4.1M1.5 6V6.01'],
  '-': [2, 'M0 3.2H2'],
  '&': [4.2, 'M4.2 6L1 1.9A1.3 1.2 0 1 1 3 1.9L.6 3.7A1.5 1.5 0 0 0 1.6 6Q3.4 6 4.1 3.4'],
  "'": [0.2, 'M.1 0V1.4'],
  ':': [0.2, 'M.1 2V2.01M.1 6V6.01'],
  '/': [2.6, 'M0 6.4L2.6 -.4'],
  ' ': [2, ''],
};
/** Space between letters, in the same units. */
const GAP = 1.35;

export interface Line {
  text: string;
  /** In units of a letter's grid. */
  width: number;
}

/** The text in letters that there are, without accents; "" when it is written in others. */
export function writable(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .toUpperCase();
  const kept = [...plain].map((sign) => (glyphs[sign] ? sign : ' ')).join('');
  return /[A-Z]{2}/.test(kept) ? kept.replace(/\s+/g, ' ').trim() : '';
}

/** Breaks a text into lines no wider than `width`, at most `count`; the last ends in dots if there is more. */
export function linesOf(text: string, width: number, count: number): Line[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const shown = lines.slice(0, count);
  const last = shown.length - 1;
  if (lines.length > count && last >= 0) shown[last] = `${shown[last]}...`;
  return shown.map((each) => {
    const fitted = fitting(each, width);
    return { text: fitted, width: widthOf(fitted) };
  });
}

/** The strokes of one line, from its upper left corner. */
export function strokesOf(text: string): string {
  let x = 0;
  return [...text]
    .map((sign) => {
      const [width, path] = glyphs[sign] ?? [2, ''];
      const at = x;
      x += width + GAP;
      return path === '' ? '' : `<path transform="translate(${at.toFixed(2)} 0)" d="${path}"/>`;
    })
    .join('');
}

function widthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (glyphs[sign]?.[0] ?? 2) + GAP, -GAP);
}

function fitting(text: string, width: number): string {
  let kept = text;
  while (kept.length > 4 && widthOf(kept) > width) kept = `${kept.replace(/\.+$/, '').slice(0, -1)}...`;
  return kept;
}
