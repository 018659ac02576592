import { keptQuote, type Quotable, type QuotablePage, QuoteFinder } from '../../../dataset/citation/cite.ts';
import type { GivenFile, GivenFiles } from '../attachments.ts';

/**
 * Everything an answer may quote: the files of its conversation, whose numbers begin with F, documents and messages, which
 * begin with D and M, and sources of datasets.
 */
export function quotable(files: GivenFiles, sources: Quotable, workspace: Quotable): Quotable {
  const finder = new QuoteFinder();
  const pages = new Map<GivenFile, QuotablePage[]>();
  const pagesOf = (file: GivenFile) => {
    const known =
      pages.get(file) ??
      file.read.pages.map((each) => ({ ...each, label: each.label ?? String(each.index) }));
    pages.set(file, known);
    return known;
  };
  return {
    async quote(source, page, words) {
      const number = /^F(\d+)$/.exec(source)?.[1];
      if (number === undefined)
        return (/^[DM]/.test(source) ? workspace : sources).quote(source, page, words);
      const file = files.get(Number(number));
      if (!file) return null;
      const { part, read } = file;
      const place = await finder.placeIn(pagesOf(file), page, words);
      return {
        source: { kind: 'file', id: read.fileId },
        name: part.filename ?? part.mediaType,
        hash: read.hash,
        quote: keptQuote(words, place),
        place,
      };
    },
  };
}
