import type { Db } from '@tandem/db';
import type { CitablePage } from '../../ai/context/sources.ts';
import { type SourceTools, ToolError } from '../../ai/tools/types.ts';
import type { Platform } from '../../core/platform.ts';
import { searchPassages } from '../retrieval/search.ts';
import type { AnswerSources, NumberedPage, NumberedSource } from './answer-sources.ts';

/** Passages of one search, and characters of each. */
const MAX_PASSAGES = 10;
const MAX_PASSAGE = 2_000;
/** Characters of the pages of one reading, and of a page that alone is longer. */
const MAX_READ = 20_000;
/** Rows of one outline or list. */
const MAX_LISTED = 100;
/** Pages of a sheet that are calculated with. */
const MAX_SHEET_PAGES = 2_000;
/** Characters of a sheet that are calculated with: more would hold up the server. */
const MAX_SHEET = 2_000_000;

/** Formats whose pages may be rows of a sheet. */
const HAS_ROWS: readonly string[] = ['table', 'office'];

const NO_SOURCES = 'There are no sources that the person who asked may read.';
const NO_SUCH = 'There is no such source or page that the person who asked may read.';

/** The id by which a page is cited. */
export const pageId = ({ n, index }: Pick<NumberedPage, 'n' | 'index'>): string => `${n}.${index}`;

/** Tools that read the sources of an answer, as far as its asker may view them at each call. */
export function sourceTools(context: { db: Db; platform: Platform }, answer: AnswerSources): SourceTools {
  return {
    async search(query) {
      const datasets = await answer.datasets();
      if (datasets.length === 0) throw new ToolError(NO_SOURCES);
      const datasetIds = datasets.map(({ id }) => id);
      const found = await searchPassages(context, {
        reader: answer.asking,
        datasetIds,
        query,
        limit: MAX_PASSAGES,
      });
      // Judged again: the right may have ended while passages were looked for.
      const sources = await answer.some(found.passages.map(({ sourceId }) => sourceId));
      const byId = new Map(sources.map((source) => [source.id, source]));
      const passages = found.passages.flatMap(({ sourceId, page, label, text }) => {
        const source = byId.get(sourceId);
        if (!source) return [];
        const id = pageId({ n: source.n, index: page });
        return [{ id, source: source.name, label, text: text.slice(0, MAX_PASSAGE).toWellFormed() }];
      });
      return { passages, searched: found.searched };
    },

    async read(n, { from, to }) {
      const pages = await answer.pages(n, { from, to });
      const [first] = pages;
      if (!first) throw new ToolError(NO_SUCH);
      const kept: CitablePage[] = [];
      let left = MAX_READ;
      for (const page of pages) {
        if (kept.length > 0 && page.text.length > left) break;
        kept.push({ ...citable(page), text: page.text.slice(0, MAX_READ).toWellFormed() });
        left -= page.text.length;
      }
      const next = pages[kept.length]?.index ?? null;
      return { source: first.name, pages: kept, next };
    },

    async outline(n, from) {
      const rows = await answer.outline(n, { from, limit: MAX_LISTED });
      const [first] = rows;
      if (!first) throw new ToolError(NO_SUCH);
      const outline = rows.map(({ index, label, begins }) => ({
        id: pageId({ n, index }),
        label,
        begins: begins.replace(/\s+/g, ' ').trim().slice(0, 80).toWellFormed(),
      }));
      return { source: first.name, pages: first.pages, outline };
    },

    async list(from) {
      const sources = await answer.list(from, MAX_LISTED + 1);
      if (sources.length === 0 && from === 1) throw new ToolError(NO_SOURCES);
      return {
        sources: sources.slice(0, MAX_LISTED).map(listed),
        next: sources[MAX_LISTED]?.n ?? null,
      };
    },

    async rows(n, sheet) {
      const source = await answer.source(n);
      if (!source) throw new ToolError(NO_SUCH);
      // Judged before pages are read, of which other formats may have hundreds of megabytes.
      if (!HAS_ROWS.includes(source.format ?? '')) throw new ToolError('This source has no rows of a table.');
      const pages = await answer.pages(n, { from: 1, to: MAX_SHEET_PAGES });
      if (pages.length === 0) throw new ToolError(NO_SUCH);
      const names = [...new Set(pages.map(({ label }) => sheetOf(label)))];
      const wanted = names.find((name) => name.toLowerCase() === (sheet ?? names[0] ?? '').toLowerCase());
      if (wanted === undefined || (sheet === null && names.length > 1))
        throw new ToolError(`Name one of its sheets: ${names.slice(0, 50).join(', ')}`);
      const own = pages.filter(({ label }) => sheetOf(label) === wanted);
      if (own.reduce((sum, { text }) => sum + text.length, 0) > MAX_SHEET)
        throw new ToolError('That sheet is too large to calculate with. Read some of its pages instead.');
      return own.map(citable);
    },
  };
}

function citable(page: NumberedPage): CitablePage {
  return { id: pageId(page), label: page.label, text: page.text };
}

function listed({ n, name, pages, isReady }: NumberedSource) {
  return { number: n, name, pages, isReady };
}

/** The label of a page of rows: `Costs, 1–50`. */
const ROWS = /^(?:(.*), )?\d+–\d+$/u;

/** Whether a page is one of rows that can be calculated with. */
export function isOfSheet({ format, label }: NumberedPage): boolean {
  return HAS_ROWS.includes(format ?? '') && ROWS.test(label);
}

/** The sheet of a page of rows; empty for a file that is one sheet. */
function sheetOf(label: string): string {
  return ROWS.exec(label)?.[1] ?? '';
}
