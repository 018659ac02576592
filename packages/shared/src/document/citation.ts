/** Longest stretch of a document that a message quotes, in characters. */
export const MAX_QUOTED = 600;

/** Words of a document, with the block in which they stand. */
export interface Quote {
  blockId: string;
  text: string;
}

/** Where a block is found on the page of its document: the end of an address. */
export function blockHash(blockId: string): string {
  return `#block=${blockId}`;
}

/** The block that the end of an address names; null when it names none. */
export function blockIn(hash: string): string | null {
  return /^#block=([\w-]{1,64})$/u.exec(hash)?.[1] ?? null;
}

/** The end of an address that leads to where these words stand in a document. */
export function wordsHash(words: string): string {
  return `#words=${encodeURIComponent(words.slice(0, MAX_QUOTED).toWellFormed())}`;
}

/** The words that the end of an address names; null when it names none. */
export function wordsIn(hash: string): string | null {
  const [, text = ''] = /^#words=([^#]{1,5400})$/u.exec(hash) ?? [];
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}

/**
 * A message that begins with what it is about: a quotation in Markdown whose words lead to their block. So it is one
 * text wherever messages are kept, and every model reads it.
 */
export function withQuote({ blockId, text }: Quote, words: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1).toWellFormed()}…` : line;
  return `> [${cut.replaceAll(/[\\[\]]/gu, '\\$&')}](${blockHash(blockId)})\n\n${words}`;
}

const QUOTED = /^> \[((?:\\[\\[\]]|[^\\[\]\n])+)\]\((#block=[\w-]{1,64})\)(?:\n+|$)/u;

/** Takes a message apart again: the quotation at its beginning, if any, and the words below it. */
export function splitQuote(message: string): { quote: Quote | null; words: string } {
  const [all, text, hash] = QUOTED.exec(message) ?? [];
  const blockId = blockIn(hash ?? '');
  if (all === undefined || text === undefined || blockId === null) return { quote: null, words: message };
  const quote = { blockId, text: text.replaceAll(/\\([\\[\]])/gu, '$1') };
  return { quote, words: message.slice(all.length) };
}

/** A text in which citations are their words alone, for where nothing can be followed. */
export function withoutCitations(text: string): string {
  return text
    .replace(/^> (?=\[[^\n]*\]\(#block=[\w-]{1,64}\)(?:\n|$))/u, '')
    .replaceAll(/\[((?:\\.|[^\\[\]\n]){1,1000})\]\(#block=[\w-]{1,64}\)/gu, (_match, words: string) =>
      words.replaceAll(/\\([\\[\]])/gu, '$1'),
    );
}

/** A message with other words below its quotation. */
export function withWords(message: string, words: string): string {
  const { quote } = splitQuote(message);
  return quote ? withQuote(quote, words) : words;
}
