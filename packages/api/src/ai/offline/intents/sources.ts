import type { Language } from '@tandem/shared/user/schema';
import { ASKS_WORKSPACE, type SourceText } from '../../context/sources.ts';
import type { Intent, Reply } from '../intent.ts';
import { standaloneQuery, termsBefore } from '../query.ts';
import { translated } from '../quote/glossary.ts';
import { asksForWhole, keyQuotes, plain, type QuotedFrom, quotedText, quotesFor } from '../quotes.ts';
import type { Reading, ToolAnswer } from '../reading.ts';
import { readTableQuestion } from '../table/asked.ts';
import { planTable, type TablePlan } from '../table/plan.ts';
import { type Table, tablesIn } from '../table/tables.ts';
import { callFor, tellTable } from '../table/tell.ts';
import { conversation } from './conversation.ts';
import { drawing } from './drawing.ts';
import { phrase } from './phrase.ts';

/** A greeting is no question to sources. */
const SHORT = 30;
/** How people ask for help with the product, of which no source is likely to know. */
const HELP = /^(?:how (?:do|can|to)|where (?:do|can|is))\b|怎么|如何/iu;
/** Pages of a source that are read for its summary. */
const READ_PAGES = 20;
/** Characters of a query in other words. */
const MAX_QUERY = 400;

/** Looks for passages, where the sources are too long to have come along; reckons with tables that came. */
export const sourceSearch: Intent = {
  name: 'sourceSearch',
  reply(reading) {
    const { question, tools } = reading;
    if (isAside(reading)) return null;
    const plan = tools.has('query_table') ? planOf(tablesIn(reading.sources), reading) : null;
    if (plan) return { calls: [{ tool: 'query_table', input: callFor(plan) }] };
    const asksWorkspace = reading.instructions.includes(ASKS_WORKSPACE);
    const searches = ['search_sources', ...(asksWorkspace ? ['search_workspace'] : [])].filter((tool) =>
      tools.has(tool),
    );
    if (searches.length === 0) return null;
    if (asksForWhole(question) && tools.has('list_sources'))
      return { calls: [{ tool: 'list_sources', input: {} }] };
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
    const { question } = reading;
    if (reading.sources.length === 0 || isAside(reading)) return null;
    const answer = answerFrom(pagesOf(reading.sources), reading);
    if (answer.isFound || !HELP.test(question)) return { text: answer.text };
    return null;
  },
};

/** What to do with what the tools of sources answered: another call, or the answer; null for results of other tools. */
export function afterSources(reading: Reading): Reply | null {
  const { results, tools } = reading;
  const last = results.at(-1);
  if (!last || !READS_SOURCES.has(last.tool)) return null;
  const told = last.tool === 'query_table' ? tableAnswer(last, reading) : null;
  if (told !== null) return told;
  if (last.tool === 'list_sources' && !last.failed) {
    const source = namedSource(last.value, reading.question);
    if (source !== null && tools.has('read_pages'))
      return { calls: [{ tool: 'read_pages', input: { source, from: 1, to: READ_PAGES } }] };
  }
  const table = tools.has('query_table') ? unreadTable(reading) : null;
  if (table) return { calls: [{ tool: 'query_table', input: table }] };
  if (last.failed && results.length === 1) return null;
  const answer = answerFrom([...pagesOf(reading.sources), ...results.flatMap(pagesFound)], reading);
  const searches = results.filter(({ tool }) => tool === 'search_sources');
  const others = translated(queryOf(reading)).slice(0, MAX_QUERY);
  if (!answer.isFound && searches.length === 1 && others !== '' && tools.has('search_sources'))
    return { calls: [{ tool: 'search_sources', input: { query: others } }] };
  return { text: answer.text };
}

/** Tools whose results are answered together. */
export const READS_SOURCES: ReadonlySet<string> = new Set([
  'search_sources',
  'search_workspace',
  'read_pages',
  'list_sources',
  'query_table',
]);

/** What a question about tables found: its answer, or the call that a first look at the table makes possible. */
function tableAnswer({ value, failed, input }: ToolAnswer, reading: Reading): Reply | null {
  if (failed) return null;
  const isLook = Object.keys(input ?? {}).every((key) => key === 'source' || key === 'sheet');
  const plan = planOf(
    [...tablesIn(reading.sources), ...reading.results.flatMap((each) => tableFound(each, reading))],
    reading,
  );
  if (!plan) return null;
  if (isLook && Object.keys(callFor(plan)).some((key) => key !== 'source' && key !== 'sheet'))
    return { calls: [{ tool: 'query_table', input: callFor(plan) }] };
  const text = tellTable(plan, value, reading.language);
  return text === null ? null : { text };
}

/** The table of a first look, by its rows. */
function tableFound({ tool, value, input, failed }: ToolAnswer, reading: Reading): Table[] {
  if (tool !== 'query_table' || failed) return [];
  const source = Number(fieldOf(input, 'source'));
  const sheet = fieldOf(input, 'sheet');
  const columns = fieldOf(value, 'columns');
  const rows = fieldOf(value, 'rows');
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  const texts = rows.map((row) => String(fieldOf(row, 'text')));
  const page = String(fieldOf(rows[0], 'page') ?? '');
  const name = reading.results.flatMap(pagesFound).find(({ id }) => id.startsWith(`${source}.`))?.name ?? '';
  const text = [`| 1 | ${columns.map(String).join(' | ')} |`, ...texts].join('\n');
  const label = `${typeof sheet === 'string' ? `${sheet}, ` : ''}1–${texts.length + 1}`;
  return tablesIn([{ number: source, name, pages: [{ id: page, label, text }] }]);
}

/** A table among the passages that were found, which a question about rows has not looked at yet. */
function unreadTable(reading: Reading): Record<string, unknown> | null {
  const { results } = reading;
  if (results.some(({ tool }) => tool === 'query_table')) return null;
  const { operation, limits, asksNoneLeft, asksHowMuch } = readTableQuestion(askedOf(reading));
  if (operation === null && limits.length === 0 && !asksNoneLeft && !asksHowMuch) return null;
  for (const { id, label, text } of results.flatMap(pagesFound)) {
    const [, sheet] = /^(?:(.*), )?\d+–\d+$/u.exec(label ?? '') ?? [null];
    if (sheet === null || !/^\| \d+ \| /m.test(text)) continue;
    return { source: Number(id.split('.')[0]), ...(sheet !== undefined && { sheet }) };
  }
  return null;
}

function planOf(tables: readonly Table[], reading: Reading): TablePlan | null {
  return tables.length === 0 ? null : planTable(tables, askedOf(reading));
}

/** The question, after the words of the one before that it refers to, with what they ask. */
function askedOf({ question, earlier }: Reading): string {
  const before = earlier.findLast(({ role }) => role === 'user')?.text ?? '';
  const taken = termsBefore(question, before);
  if (taken.length === 0) return question;
  const kept = new Set(taken.map((term) => term.toLowerCase()));
  const rest = before
    .split(/(?<=\s)/u)
    .filter((word) => {
      const bare = word
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+$/u, '');
      return kept.has(bare) || bare.length < 6 || /\p{Script=Han}/u.test(bare);
    })
    .filter((word) => !/^(?:in|im)\s$/iu.test(word))
    .join('');
  return `${rest.replace(/[?？]\s*$/u, '')} ${question}`;
}

/** The number of the source that a question about a whole names, else of the first one; null without any. */
function namedSource(value: unknown, question: string): number | null {
  const list = fieldOf(value, 'sources');
  if (!Array.isArray(list)) return null;
  const sources = list.flatMap((each) => {
    const [number, name] = [fieldOf(each, 'number'), fieldOf(each, 'name')];
    return typeof number === 'number' && typeof name === 'string' ? { number, name } : [];
  });
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const fit = (name: string) =>
    (name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => words.has(word)).length;
  const [best] = sources.toSorted((a, b) => fit(b.name) - fit(a.name) || a.number - b.number);
  return best?.number ?? null;
}

/** The pages and passages in what a tool answered, which is untrusted. */
function pagesFound({ tool, value, failed }: ToolAnswer): QuotedFrom[] {
  if (failed) return [];
  if (tool === 'search_sources' || tool === 'search_workspace') return pagesIn(value, 'passages', '');
  return tool === 'read_pages' ? pagesIn(value, 'pages', String(fieldOf(value, 'source'))) : [];
}

function pagesIn(value: unknown, key: string, name: string): QuotedFrom[] {
  const list = fieldOf(value, key);
  if (!Array.isArray(list)) return [];
  return list.flatMap((page: unknown) => {
    if (typeof page !== 'object' || page === null) return [];
    const { id, label, text, source = name } = page as Record<string, unknown>;
    return typeof id === 'string' && typeof text === 'string'
      ? { id, label: label === '' ? null : String(label), text, name: String(source) }
      : [];
  });
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const pagesOf = (whole: readonly SourceText[]): QuotedFrom[] =>
  whole.flatMap(({ name, pages }) => pages.map((page) => ({ ...page, name })));

function answerFrom(
  pages: readonly QuotedFrom[],
  { question, earlier, language }: Reading,
): { text: string; isFound: boolean } {
  if (asksForWhole(question)) {
    const quotes = keyQuotes(pages, question);
    if (quotes.length > 0) return { text: quotedText(quotes, language), isFound: true };
  }
  const before = earlier.findLast(({ role }) => role === 'user')?.text ?? '';
  const found = quotesFor(pages, question, termsBefore(question, before));
  if (found.units.length > 0) return { text: quotedText(found.units, language, found), isFound: true };
  return { text: nothing(language, found), isFound: false };
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

/** Says that nothing supports an answer, and which words nothing was found for. */
function nothing(
  language: Language,
  { missing, isForeign }: { missing: readonly string[]; isForeign: boolean },
): string {
  const words = missing.slice(0, 5).map((word) => plain(word));
  if (language === 'zh-CN') {
    const which = words.length > 0 ? `其中没有出现${words.map((word) => `“${word}”`).join('、')}。` : '';
    const why = isForeign
      ? '这些来源用的是另一种语言，而我不会翻译；请用来源的语言提问，或连接一个语言模型。'
      : '我是内置的小程序，只按词语查找；换个说法再问一次也许会有帮助。';
    return `我在这些来源中没有找到相关内容。${which}${why}`;
  }
  const which =
    words.length > 0 ? ` They do not mention ${words.map((word) => `“${word}”`).join(', ')}.` : '';
  const why = isForeign
    ? ' They are in another language, and I cannot translate: ask in theirs, or connect a language model.'
    : ' I am a small built-in program and look for words only; asking in other words may help.';
  return `I found nothing in these sources that answers this.${which}${why}`;
}
