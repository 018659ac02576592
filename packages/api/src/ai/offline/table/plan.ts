import { stretchesOf } from '@tandem/shared/search/words';
import { languageOf } from '../../../core/words/language.ts';
import { termsOf } from '../../../core/words/terms.ts';
import { numberIn } from '../../tools/table/numbers.ts';
import { groupsOf } from '../quote/glossary.ts';
import {
  IS_MONEY,
  IS_PRICE,
  monthPattern,
  type Operation,
  readTableQuestion,
  type TableQuestion,
} from './asked.ts';
import type { Column, Table } from './tables.ts';

export interface Condition {
  column: string;
  is: '=' | '>' | '<' | 'contains';
  value: string | number;
  /** How the answer says it, when not by column and value. */
  said?: string;
}

/** How a question is answered from a table. */
export interface TablePlan {
  table: Table;
  operation: Operation;
  /** The column of numbers. */
  measure: string | null;
  groupBy: string | null;
  where: Condition[];
}

/** Share of a question's words that a table has to explain. */
const LEAST_EXPLAINED = 0.5;
/** Groups that are worth telling apart. */
const MAX_GROUPS = 60;
const ASIDE = new Set(
  `what which who how much many did does do we us our is are was were the there in on for of list show give all any
  each every from with and or have has had please tell me i you it they article item row rows table sheet`.split(
    /\s+/u,
  ),
);

/** The plan of the table that fits a question best; null when it asks for nothing that a table tells. */
export function planTable(tables: readonly Table[], asked: string): TablePlan | null {
  const question = readTableQuestion(asked);
  const plans = tables.flatMap((table) => planOf(table, question) ?? []);
  const [best] = plans.sort((a, b) => b.explained - a.explained);
  return best?.plan ?? null;
}

function planOf(table: Table, question: TableQuestion): { plan: TablePlan; explained: number } | null {
  const asked = wordsOf(question.rest);
  const theirs = new Set(table.columns.flatMap(({ name, values }) => [name, ...values]).flatMap(wordsOf));
  const words = asked.map((word) => theirsFor(word, theirs));
  const used = new Set<string>();
  const named = table.columns.filter(({ name }) => {
    const own = wordsOf(name);
    const hit = isWithin(own, words);
    if (hit) for (const word of own) used.add(word);
    return hit;
  });
  const groupBy = groupOf(table, question, { named, words });
  for (const { name, values } of table.columns)
    if (name === groupBy)
      for (const value of values)
        if (isWithin(wordsOf(value), words)) for (const word of wordsOf(value)) used.add(word);
  const where = conditionsOf(table, question, { words, used, groupBy });
  if (where === null) return null;
  const measure = measureOf(table, question, named);
  const operation = operationOf(question, { measure, named, where, groupBy });
  if (operation === null) return null;
  for (const word of wordsOf(`${table.name} ${table.sheet ?? ''}`)) if (words.includes(word)) used.add(word);
  // A year says nothing about which table is meant.
  const saying = words.filter(
    (word) => !ASIDE.has(word) && !IS_MONEY_WORD.test(word) && word !== String(question.year),
  );
  const explained = saying.filter((word) => used.has(word)).length;
  // "What did we spend in all?" names no column, and needs none where one holds amounts.
  const isWhole =
    operation === 'sum' &&
    question.asksMoney &&
    measure !== null &&
    IS_MONEY.test(measure) &&
    !IS_PRICE.test(measure);
  const isNamed = named.length > 0 || where.length > 0 || groupBy !== null || explained > 0 || isWhole;
  if (!isNamed || explained < saying.length * LEAST_EXPLAINED) return null;
  const share = saying.length === 0 ? 0.5 : explained / saying.length;
  const isExtreme = operation === 'most' || operation === 'least';
  const isGrouped = groupBy !== null && operation !== 'rows';
  return {
    plan: { table, operation, measure, groupBy: isGrouped ? groupBy : null, where },
    // Whole values say more than words within them, and a price more than what was spent once.
    explained:
      share +
      0.1 * named.length +
      where.reduce((sum, { is }) => sum + (is === '=' ? 0.2 : 0.1), 0) +
      (isExtreme && measure !== null && IS_PRICE.test(measure) ? 0.2 : 0),
  };
}

const IS_MONEY_WORD = /^(?:spend|spent|cost|expens|pay|paid|kost\w*|ausgeb\w*|花|支出)$/u;

/** A word of a question, or the one of a table that means the same in another language or another word. */
function theirsFor(word: string, theirs: ReadonlySet<string>): string {
  const groups = new Set(groupsOf(word, ['en', 'de']));
  if (groups.size === 0 || theirs.has(word)) return word;
  for (const each of theirs) if (groupsOf(each, ['en', 'de']).some((group) => groups.has(group))) return each;
  return word;
}

/** Stems of a text's words, and its Chinese words whole. */
function wordsOf(text: string): string[] {
  const lists = [languageOf('en')?.stopWords, languageOf('de')?.stopWords];
  return [...stretchesOf(text)].flatMap(({ text: word, unspaced }) => {
    if (unspaced) return word;
    if (word !== 'may' && lists.some((list) => list?.has(word))) return [];
    return [[...termsOf(word, 'en')][0] ?? word];
  });
}

function measureOf(
  { columns }: Table,
  { asksMoney }: TableQuestion,
  named: readonly Column[],
): string | null {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const own = named.find(({ kind }) => kind === 'number');
  if (own) return own.name;
  const money = numbers.find(({ name }) => IS_MONEY.test(name));
  if (asksMoney && money) return money.name;
  return numbers.length === 1 || money === undefined ? (numbers[0]?.name ?? null) : money.name;
}

function operationOf(
  { operation, asksHowMuch, asksMoney, limits, asksNoneLeft }: TableQuestion,
  {
    measure,
    named,
    where,
    groupBy,
  }: Pick<TablePlan, 'measure' | 'where' | 'groupBy'> & { named: readonly Column[] },
): Operation | null {
  const namesNumber = named.some(({ kind }) => kind === 'number');
  if (operation === 'count' && namesNumber && measure !== null && !IS_PRICE.test(measure)) return 'sum';
  if (operation === 'count') return 'count';
  // "The most articles" counts rows, where articles are no number.
  if (operation === 'most' && groupBy !== null && !namesNumber && !asksMoney) return 'count';
  if (operation === null && groupBy !== null && namesNumber) return 'sum';
  if (operation !== null) return measure === null ? null : operation;
  if (limits.length > 0 || asksNoneLeft) return 'rows';
  const asksMeasure = namesNumber || (asksMoney && where.length > 0);
  if (asksHowMuch && asksMeasure && measure !== null) return IS_PRICE.test(measure) ? 'rows' : 'sum';
  if (!namesNumber || where.length === 0 || measure === null) return null;
  return IS_PRICE.test(measure) ? 'rows' : 'sum';
}

/** The column that a question compares the groups of. */
function groupOf(
  { columns, rows }: Table,
  { groups, operation }: TableQuestion,
  { named, words }: { named: readonly Column[]; words: readonly string[] },
): string | null {
  const repeats = ({ kind, values }: Column) =>
    kind === 'text' && values.size > 1 && values.size <= MAX_GROUPS && values.size < rows.length;
  const after = groups.map((word) => wordsOf(word).join(' '));
  const by = columns.find((column) => repeats(column) && after.includes(wordsOf(column.name).join(' ')));
  if (by) return by.name;
  // "North and south" are groups of one column.
  const compared = columns.find(
    (column) =>
      repeats(column) && [...column.values].filter((value) => isWithin(wordsOf(value), words)).length > 1,
  );
  if (compared) return compared.name;
  if (operation !== 'most' && operation !== 'least') return null;
  return named.find(repeats)?.name ?? null;
}

const isWithin = (own: readonly string[], words: readonly string[]): boolean =>
  own.length > 0 && own.every((word) => words.includes(word));

/** The conditions that a question names; null when it names one that this table cannot tell. */
function conditionsOf(
  table: Table,
  { month, year, limits, asksNoneLeft, asksMoney, rest }: TableQuestion,
  { words, used, groupBy }: { words: readonly string[]; used: Set<string>; groupBy: string | null },
): Condition[] | null {
  const where = valueConditions(table, { words, used, groupBy });
  const numbers = table.columns.filter(({ kind }) => kind === 'number');
  let isYearLeft = year !== null;
  if (month !== null) {
    const isValue = where.some(({ value }) => monthPattern(month).test(String(value)));
    const dated = isValue ? null : monthIn(table, month, year);
    if (!isValue && !dated) return null;
    if (dated) where.push(dated);
    if (dated) isYearLeft = false;
    for (const word of words)
      if (monthPattern(month).test(word) || /^mar$|^januari$|^februari$/u.test(word)) used.add(word);
    for (const [name] of rest.matchAll(/\p{L}+/gu))
      if (monthPattern(month).test(name)) used.add(wordsOf(name)[0] ?? '');
  }
  if (year !== null) {
    const isNamed = [table.name, table.sheet, ...where.map(({ value }) => value)].some((text) =>
      String(text ?? '').includes(String(year)),
    );
    const dated = isYearLeft ? yearIn(table, year) : null;
    if (isYearLeft && !isNamed && !dated) return null;
    if (dated) where.push(dated);
    used.add(String(year));
  }
  const compared = numbers.find(({ name }) => words.some((word) => wordsOf(name).includes(word)));
  const money = numbers.find(({ name }) => IS_MONEY.test(name));
  const column = compared ?? (asksMoney ? money : undefined) ?? money ?? numbers[0];
  for (const { is, written } of limits) {
    const value = boundIn(written);
    if (!column || value === null) return null;
    where.push({ column: column.name, is, value });
  }
  if (asksNoneLeft) {
    const stock =
      compared ?? numbers.find(({ name }) => /stock|quantity|bestand|menge|库存|数量/iu.test(name));
    if (!stock) return null;
    where.push({ column: stock.name, is: '=', value: 0 });
  }
  const explained = new Set(
    [table.name, table.sheet ?? '', ...used].flatMap((text) => text.match(/\d+/g) ?? []),
  );
  // A sum that passes over a number of the question looks exact, and answers another one.
  const numbersLeft = (month === null ? rest : rest.replace(/\d{1,2}月/gu, '')).match(/\d+/g) ?? [];
  return numbersLeft.every((number) => explained.has(number)) ? where : null;
}

/** The number that a question compares with: nobody writes "over 1.000" or "over 1,000" for one. */
function boundIn(written: string): number | null {
  const readings = [numberIn(written, '.'), numberIn(written, ',')].filter((each) => each !== null);
  return readings.length === 0 ? null : Math.max(...readings);
}

/** The condition that a date, or a column of years, is in a year; null without either. */
function yearIn({ columns, rows }: Table, year: number): Condition | null {
  const years = columns.find(({ kind, name }) => kind === 'number' && /^(?:year|jahr|年份?)$/iu.test(name));
  if (years) return { column: years.name, is: '=', value: year };
  const at = columns.findIndex(({ kind }) => kind === 'date');
  const column = columns[at];
  const sample = rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell !== '') ?? '';
  // Years of two digits are not looked for: they may be days.
  if (!column || !/\d{4}/.test(sample)) return null;
  const value = /^\d{4}-/.test(sample) ? `${year}-` : `.${year}`;
  return { column: column.name, is: 'contains', value, said: String(year) };
}

/** Conditions by values of columns of text: whole ones first, then words of longer ones. */
function valueConditions(
  { columns }: Table,
  { words, used, groupBy }: { words: readonly string[]; used: Set<string>; groupBy: string | null },
): Condition[] {
  const found = new Map<string, Condition & { size: number }>();
  const texts = columns.filter(({ kind, name }) => kind === 'text' && name !== groupBy);
  const matched = texts.flatMap(({ name, values }) =>
    [...values].flatMap((value) => {
      const own = wordsOf(value);
      return isWithin(own, words) ? { name, value, own } : [];
    }),
  );
  for (const { name, value, own } of matched.sort((a, b) => b.own.length - a.own.length)) {
    if (own.every((word) => used.has(word)) || found.has(name)) continue;
    found.set(name, { column: name, is: '=', value, size: own.length });
    for (const word of own) used.add(word);
  }
  for (const { name, values } of texts) {
    if (found.has(name)) continue;
    const written = [...values].flatMap((value) => value.match(/[\p{L}\p{N}]{3,}/gu) ?? []);
    const part = written.find((each) => {
      const [word] = wordsOf(each);
      return word !== undefined && words.includes(word) && !used.has(word) && !ASIDE.has(word);
    });
    const [word] = part === undefined ? [] : wordsOf(part);
    if (part === undefined || word === undefined) continue;
    found.set(name, { column: name, is: 'contains', value: part, size: 1 });
    used.add(word);
  }
  return [...found.values()].map(({ size: _, ...condition }) => condition);
}

/** The condition that a date is in a month. */
function monthIn({ columns, rows }: Table, month: number, year: number | null): Condition | null {
  const at = columns.findIndex(({ kind }) => kind === 'date');
  const column = columns[at];
  if (!column) return null;
  const sample = rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell !== '') ?? '';
  const two = String(month).padStart(2, '0');
  const isIso = /^\d{4}-/.test(sample);
  const value = isIso ? `${year ?? ''}-${two}-` : `.${two}.${year ?? ''}`;
  return { column: column.name, is: 'contains', value, said: `${year === null ? '' : `${year}-`}${two}` };
}
