/** Words too common to indicate a text's subject. */
const COMMON = new Set(
  'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its just me more most my no not of on one or our out she should so some such than that the their them then there these they this to up us was we were what when which who will with would you your'.split(
    ' ',
  ),
);
const MIN_SENTENCE = 12;
const MAX_SENTENCE = 400;
/** Maximum length of analysed text, in characters. */
const MAX_READ = 60_000;

/** Splits prose into sentences; headings, lists and code of Markdown lose their marks or are left out. */
export function sentencesOf(text: string): string[] {
  // Untrusted text: no repetition here may backtrack from every position.
  const prose = text
    .slice(0, MAX_READ)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/^[^\S\n]*\|.*\|[^\S\n]*$/gm, ' ')
    .replace(/!?\[([^[\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])/g, '$1');
  return prose
    .split(/(?<=[.!?…]["”')\]]?)\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

/** Words of a text for weighing: Latin words without the common ones, and pairs of Chinese characters. */
export function keywordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words = (lower.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'’-]+/gu) ?? []).filter(
    (word) => !COMMON.has(word),
  );
  const pairs = (lower.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
  );
  return [...words, ...pairs];
}

/** Returns the most representative sentences of a text, in their order. */
export function keySentences(text: string, count: number): string[] {
  const sentences = [...new Set(sentencesOf(text))].filter(
    ({ length }) => length >= MIN_SENTENCE / 2 && length <= MAX_SENTENCE,
  );
  const long = sentences.filter(({ length }) => length >= MIN_SENTENCE);
  const pool = long.length >= count ? long : sentences;
  const frequency = new Map<string, number>();
  for (const word of pool.flatMap(keywordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const scored = pool.map((sentence, index) => {
    const words = new Set(keywordsOf(sentence));
    const weight = [...words].reduce((sum, word) => sum + (frequency.get(word) ?? 0) - 1, 0);
    // Normalises by length, since long sentences contain more words; the first sentence gets a bonus.
    return { sentence, index, score: weight / Math.sqrt(words.size + 4) + (index === 0 ? 2 : 0) };
  });
  return scored
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, count)
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}

/** The first sentence of a text, cut to `length` characters at a word. */
export function gist(text: string, length: number): string {
  const first = sentencesOf(text)[0] ?? text.replace(/\s+/g, ' ').trim();
  if (first.length <= length) return first;
  const cut = first.slice(0, length - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '') || cut}…`;
}
