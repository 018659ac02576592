import type { Db } from '@tandem/db';
import { searchedTextOf } from '../../content/search/index.ts';
import {
  keptQuote,
  type Quotable,
  type QuotablePage,
  type Quoted,
  QuoteFinder,
} from '../../dataset/citation/cite.ts';
import { type Asking, documentsBeginning, messagesBeginning } from './found.repo.ts';
import { partsOf } from './parts.ts';
import { nameOfMessage } from './search.ts';

/** Characters of quoted texts that one answer keeps. */
const MAX_KNOWN = 4_000_000;

/** Something quotable, with its text. */
interface Cited extends Pick<Quoted, 'source' | 'name'> {
  text: string;
  pagesOf(text: string): QuotablePage[];
}

/**
 * Documents and messages of the workspace, as far as the asker and everyone who will read the answer may view them when
 * it quotes them.
 */
export function quotableWorkspace(db: Db, asking: Asking): Quotable {
  const finder = new QuoteFinder();
  /** Texts that were quoted, with their pages, which the finder knows again. */
  const known = new Map<string, { text: string; pages: QuotablePage[] }>();
  const pagesOf = ({ source: { id }, text, pagesOf: cut }: Cited): QuotablePage[] => {
    const held = known.get(id);
    if (held?.text === text) return held.pages;
    const pages = cut(text);
    known.delete(id);
    known.set(id, { text, pages });
    let kept = known.values().reduce((sum, each) => sum + each.text.length, 0);
    for (const [oldest, each] of known) {
      if (kept <= MAX_KNOWN || oldest === id) break;
      known.delete(oldest);
      kept -= each.text.length;
    }
    return pages;
  };

  return {
    async quote(source, page, words) {
      const [, kind, beginning = ''] = /^([DM])([0-9a-f]{8})$/.exec(source) ?? [];
      if (kind === undefined) return null;
      const quoted: Quoted[] = [];
      for (const cited of kind === 'D' ? await documents(beginning) : await messages(beginning)) {
        const place = await finder.placeIn(pagesOf(cited), page, words);
        quoted.push({
          source: cited.source,
          name: cited.name,
          hash: '',
          quote: keptQuote(words, place),
          place,
        });
      }
      return quoted.find(({ place }) => place !== null) ?? quoted[0] ?? null;
    },
  };

  async function documents(beginning: string): Promise<Cited[]> {
    const found = await documentsBeginning(db, asking, beginning);
    return found.map(({ id, name, text }) => ({
      source: { kind: 'document', id },
      name,
      text,
      pagesOf: partsOf,
    }));
  }

  async function messages(beginning: string): Promise<Cited[]> {
    const found = await messagesBeginning(db, asking, beginning);
    return found.map((message) => ({
      source: { kind: 'message', id: message.id, channelId: message.channelId },
      name: nameOfMessage(message),
      text: searchedTextOf(message.parts),
      pagesOf: (text) => [{ index: 1, label: '', text }],
    }));
  }
}
