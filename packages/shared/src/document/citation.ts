/** Longest stretch of a document that a message quotes, in characters. */
export const MAX_QUOTED = 600;

/** Words of a document or a source. */
export interface Quote {
  /** Leads to their place: `blockHash` in a document, `placeHash` in a source. */
  hash: string;
  text: string;
}

/** Returns the hash of a block on the page of its document. */
export function blockHash(blockId: string): string {
  return `#block=${blockId}`;
}

/** Returns the block id of a hash; null for none. */
export function blockIn(hash: string): string | null {
  return /^#block=([\w-]{1,64})$/u.exec(hash)?.[1] ?? null;
}

/** Returns the hash that leads to these words of a document. */
export function wordsHash(words: string): string {
  return `#words=${encodeURIComponent(words.slice(0, MAX_QUOTED).toWellFormed())}`;
}

/** Returns the words of a hash; null for none. */
export function wordsIn(hash: string): string | null {
  const [, text = ''] = /^#words=([^#]{1,5400})$/u.exec(hash) ?? [];
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Returns a message that starts with a quotation in Markdown linked to its place. So it is one text wherever
 * messages are stored, and every model can read it.
 */
export function withQuote({ hash, text }: Quote, words: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1).toWellFormed()}…` : line;
  return `> [${cut.replaceAll(/[\\[\]]/gu, '\\$&')}](${hash})\n\n${words}`;
}

const QUOTED = /^> \[((?:\\[\\[\]]|[^\\[\]\n])+)\]\((#block=[\w-]{1,64}|#source=[\w&=-]{1,100})\)(?:\n+|$)/u;

/** Splits a message into its leading quotation, if any, and the rest. */
export function splitQuote(message: string): { quote: Quote | null; words: string } {
  const [all, text, hash] = QUOTED.exec(message) ?? [];
  if (all === undefined || text === undefined || hash === undefined) return { quote: null, words: message };
  const quote = { hash, text: text.replaceAll(/\\([\\[\]])/gu, '$1') };
  return { quote, words: message.slice(all.length) };
}

/** Replaces citations by their text, for places without links. */
export function withoutCitations(text: string): string {
  return text
    .replace(/^> (?=\[[^\n]*\]\(#(?:block|source)=[\w&=-]{1,100}\)(?:\n|$))/u, '')
    .replaceAll(
      /\[((?:\\.|[^\\[\]\n]){1,1000})\]\(#(?:block|source)=[\w&=-]{1,100}\)/gu,
      (_match, words: string) => words.replaceAll(/\\([\\[\]])/gu, '$1'),
    );
}

/** A message with other words below its quotation. */
export function withWords(message: string, words: string): string {
  const { quote } = splitQuote(message);
  return quote ? withQuote(quote, words) : words;
}
