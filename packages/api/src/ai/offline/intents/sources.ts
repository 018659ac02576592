import { ASKS_WORKSPACE } from '../../context/sources.ts';
import type { Intent, Reply } from '../intent.ts';
import { standaloneQuery } from '../query.ts';
import { asksForWhole, keyQuotes, type Quote, type QuotedFrom, quotedText, quotesFor } from '../quotes.ts';
import type { Reading, ToolAnswer } from '../reading.ts';
import { conversation } from './conversation.ts';
import { drawing } from './drawing.ts';
import { phrase } from './phrase.ts';

/** A greeting is no question to sources. */
const SHORT = 30;
/** How people ask for help with the product, of which no source is likely to know. */
const HELP = /^(?:how (?:do|can|to)|where (?:do|can|is))\b|怎么|如何/iu;

/** Looks for passages, where the sources are too long to have come along. */
export const sourceSearch: Intent = {
  name: 'sourceSearch',
  reply(reading) {
    const { question, tools } = reading;
    const asksWorkspace = reading.instructions.includes(ASKS_WORKSPACE);
    const searches = ['search_sources', ...(asksWorkspace ? ['search_workspace'] : [])].filter((tool) =>
      tools.has(tool),
    );
    if (searches.length === 0 || isAside(reading)) return null;
    if (asksForWhole(question) && tools.has('read_pages'))
      return { calls: [{ tool: 'read_pages', input: { source: 1, from: 1, to: 5 } }] };
    const query = queryOf(reading);
    return { calls: searches.map((tool) => ({ tool, input: { query } })) };
  },
};

/** Looks in the workspace for what nothing else answers, where the assistant may. */
export const workspaceSearch: Intent = {
  name: 'workspaceSearch',
  reply(reading) {
    if (!reading.tools.has('search_workspace') || isAside(reading)) return null;
    return { calls: [{ tool: 'search_workspace', input: { query: queryOf(reading) } }] };
  },
};

/** Quotes the sources that came along with the question. */
export const sources: Intent = {
  name: 'sources',
  reply(reading) {
    const { question, language } = reading;
    if (reading.sources.length === 0 || isAside(reading)) return null;
    const pages = wholePages(reading);
    const quotes = asksForWhole(question) ? keyQuotes(pages) : quotesFor(pages, queryOf(reading));
    if (quotes.length > 0) return { text: quotedText(quotes, language) };
    return HELP.test(question) ? null : nothing(reading);
  },
};

/** Quotes what tools found in sources; null for results of other tools. */
export function toldOfSources(result: ToolAnswer, reading: Reading): string | null {
  if (result.failed) return null;
  const quotes = quotesIn(result, reading);
  if (!quotes) return null;
  return quotes.length > 0 ? quotedText(quotes, reading.language) : nothing(reading).text;
}

function quotesIn({ tool, value }: ToolAnswer, reading: Reading): Quote[] | null {
  // Sources that came along whole may answer what a search of the workspace does not.
  if (tool === 'search_sources' || tool === 'search_workspace')
    return quotesFor([...wholePages(reading), ...pagesIn(value, 'passages', '')], queryOf(reading));
  if (tool !== 'read_pages') return null;
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, 'source') : '';
  return keyQuotes(pagesIn(value, 'pages', String(name)));
}

/** The pages of the sources that came along with the question. */
function wholePages({ sources: whole }: Reading): QuotedFrom[] {
  return whole.flatMap(({ name, pages }) => pages.map((page) => ({ ...page, name })));
}

/** The pages in what a tool answered, which is untrusted. */
function pagesIn(value: unknown, key: string, name: string): QuotedFrom[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  if (!Array.isArray(list)) return [];
  return list.flatMap((page: unknown) => {
    if (typeof page !== 'object' || page === null) return [];
    const { id, label, text, source = name } = page as Record<string, unknown>;
    return typeof id === 'string' && typeof text === 'string'
      ? { id, label: label === '' ? null : String(label), text, name: String(source) }
      : [];
  });
}

/** The question with what it refers to. */
function queryOf({ question, earlier }: Reading): string {
  return standaloneQuery(question, earlier.findLast(({ role }) => role === 'user')?.text ?? '');
}

/** Whether a message is not about sources: a greeting, an order to draw, a question about the conversation. */
function isAside(reading: Reading): boolean {
  const { question } = reading;
  if (drawing.reply(reading)) return true;
  if (asksForWhole(question)) return false;
  if (conversation.reply(reading)) return true;
  return question.length <= SHORT && phrase.reply(reading) !== null;
}

function nothing({ language }: Reading): Extract<Reply, { text: string }> {
  return {
    text:
      language === 'zh-CN'
        ? '我在这些来源中没有找到相关内容。我是内置的小程序，只按词语查找；换个说法再问一次也许会有帮助。'
        : 'I found nothing in these sources. I am a small built-in program and look for words only; asking in other words may help.',
  };
}
