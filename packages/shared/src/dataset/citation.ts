/**
 * A verbatim quote by which an answer supports a statement. In the text of the answer a link `[n](#citation=n)` stands
 * for it.
 */
export interface Citation {
  /** Its number in the message, from 1. */
  n: number;
  /** The quoted thing; `file` for one sent with a message, and `channelId` is where a message stands. */
  source: {
    kind: 'source' | 'file' | 'document' | 'message';
    id: string;
    datasetId?: string;
    channelId?: string;
  };
  /** The source's name when it was quoted; empty for a document that had none. */
  name: string;
  /** SHA-256 of the content that was quoted, to notice when the source was replaced. */
  hash: string;
  /** The words as the model gave them. */
  quote: string;
  /** Where the words stand; null when they were not found, and the citation marks nothing. */
  place: CitationPlace | null;
}

export interface CitationPlace {
  /** Index of the page, from 1. */
  page: number;
  /** As readers know the page. */
  label: string;
  /** Offsets in the page's text; `to` is exclusive. */
  from: number;
  to: number;
}

/** The sources an answer could draw on, sent before it begins. */
export interface GroundingUse {
  /** `whole`: all text was in the model's input; `search`: the model looked for passages. */
  mode: 'whole' | 'search';
  /** Sources that could be read at that moment, and those that were not ready. */
  ready: number;
  pending: number;
  /** Without those that not everyone who reads the answer may view. */
  datasets: { id: string; name: string }[];
}

/** Returns the link that stands for a citation in the text of an answer. */
export const citationLink = (n: number): string => `[${n}](#citation=${n})`;

/** Returns the number of a citation from its hash; null for other hashes. */
export function citationIn(hash: string): number | null {
  const [, n] = /^#citation=(\d{1,4})$/.exec(hash) ?? [];
  return n === undefined ? null : Number(n);
}

/** Replaces links to citations by their bare numbers, for places where they lead nowhere. */
export function withoutCitationLinks(text: string): string {
  return text.replaceAll(/\[(\d{1,4})\]\(#citation=\1\)/g, '[$1]');
}

/**
 * Leaves citations out of a text, for excerpts that nobody checks them in. Such a text may be cut: what is left of a
 * link at its end goes too.
 */
export function withoutCitationNumbers(text: string): string {
  return text
    .replaceAll(/\s?\[(\d{1,4})\]\(#citation=\1\)/g, '')
    .replace(/^\S{0,24}itation=\d{1,4}\)/, '')
    .replace(/\s?\[(\d{1,4})\]\(#[a-z]{0,8}=?\d{0,4}$/, '');
}
