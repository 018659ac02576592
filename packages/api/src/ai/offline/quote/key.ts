import { seek, share } from './match.ts';
import { type PreparedUnit, prepare } from './prepared.ts';
import { readQuestion } from './question.ts';
import type { QuotedFrom } from './units.ts';

/** Sentences of a summary of one source, and sources of a summary of several. */
const MAX_OF_ONE = 4;
const MAX_SOURCES = 6;
/** Characters of a sentence that says something. */
const LEAST = 25;
const LEAST_CHINESE = 8;
/** Share of a sentence's words that another one has when it says the same. */
const SAME = 0.6;
/** Pages on which a sentence may stand that says something about the whole. */
const MOST_PAGES = 2;
const ABOUT_THE_WHOLE =
  /\b(?:summar\w*|overview|key|main|points?|about|gist|content|contents|this|zusammenfass\w*|fasse|fass|zusammen|überblick|inhalt|wichtigsten?|punkte)\b|总结|概括|摘要|讲了什么|内容|要点|一下|这份|这个|文件/giu;

/** The sentences that say most about the whole: of one source in their order, of several one of each. */
export function keyUnits(pages: readonly QuotedFrom[]): PreparedUnit[] {
  const { units } = prepare(pages);
  const bySource = [...Map.groupBy(withoutBoilerplate(units), ({ name }) => name).values()];
  // The summary of a few sentences is shorter than they are.
  if (bySource.length === 1) {
    const [own = []] = bySource;
    return bestOf(own, Math.max(1, Math.min(MAX_OF_ONE, Math.floor(own.length / 2))));
  }
  return bySource.slice(0, MAX_SOURCES).flatMap((own) => bestOf(own, 1));
}

/** The pages of those sources that a question about the whole names; all of them when it names none. */
export function namedPages(pages: readonly QuotedFrom[], asked: string): QuotedFrom[] {
  const names = [...new Set(pages.map(({ name }) => name))];
  if (names.length < 2) return [...pages];
  const titles = names.map((name) => ({
    name,
    pages: pages.filter((page) => page.name === name).slice(0, 1),
  }));
  const prepared = prepare(
    titles.flatMap((title) => title.pages.map((page) => ({ ...page, text: page.text.slice(0, 2_000) }))),
  );
  const question = readQuestion(asked.replace(ABOUT_THE_WHOLE, ' '), [], prepared.languages);
  const words = seek(question.words, prepared);
  const counts = names.map((name) => {
    const unit = prepared.units.find((each) => each.name === name);
    return unit ? words.reduce((sum, word) => sum + share(unit.around, unit.language, word), 0) : 0;
  });
  const most = Math.max(...counts);
  return most === 0 ? [...pages] : pages.filter(({ name }) => counts[names.indexOf(name)] === most);
}

/** Sentences and entries without those that many pages repeat, and each once. */
function withoutBoilerplate(units: readonly PreparedUnit[]): PreparedUnit[] {
  const pages = new Map<string, Set<string>>();
  for (const { sentence, id } of units) {
    const key = withoutNumbers(sentence);
    pages.set(key, (pages.get(key) ?? new Set()).add(id));
  }
  const seen = new Set<string>();
  return units.filter(({ sentence, kind }) => {
    const key = withoutNumbers(sentence);
    const isNew = !seen.has(key);
    seen.add(key);
    return kind !== 'row' && isNew && (pages.get(key)?.size ?? 0) <= MOST_PAGES;
  });
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '#');

function bestOf(units: readonly PreparedUnit[], count: number): PreparedUnit[] {
  const long = units.filter(
    ({ sentence, kind }) =>
      sentence.length >= (/\p{Script=Han}/u.test(sentence) ? LEAST_CHINESE : LEAST) &&
      (kind === 'item' || /[.!?。！？]["”')\]]?$/u.test(sentence)),
  );
  const pool = long.length > 0 ? long : units;
  const frequency = new Map<string, number>();
  for (const { own } of pool)
    for (const term of own.terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const ranked = pool
    .map((unit, at) => {
      const weight = [...unit.own.terms].reduce((sum, term) => sum + (frequency.get(term) ?? 0) - 1, 0);
      // Long sentences hold more words, and the first one often says what the whole is.
      return { unit, at, score: weight / Math.sqrt(unit.own.terms.size + 4) + (at === 0 ? 2 : 0) };
    })
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen: typeof ranked = [];
  for (const each of ranked) {
    if (chosen.length >= count) break;
    if (!chosen.some(({ unit }) => saysTheSame(unit, each.unit))) chosen.push(each);
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ unit }) => unit);
}

/** Whether two sentences have most of their words in common. */
function saysTheSame(a: PreparedUnit, b: PreparedUnit): boolean {
  const [few, many] =
    a.own.terms.size < b.own.terms.size ? [a.own.terms, b.own.terms] : [b.own.terms, a.own.terms];
  const shared = [...few].filter((term) => many.has(term)).length;
  return few.size > 2 && shared >= few.size * SAME;
}
