import { holds, setsDeadline } from './kinds.ts';
import { type SoughtWord, seek, sharesOf } from './match.ts';
import { type PreparedUnit, prepare } from './prepared.ts';
import { type Question, readQuestion } from './question.ts';
import type { QuotedFrom } from './units.ts';

/** What was found for a question. */
export interface Chosen {
  /** Best first; those of a list in the order of the sources. */
  units: PreparedUnit[];
  /** Whether they are entries of a list. */
  isList: boolean;
  /** Words of the question that nothing in the sources counts as. */
  missing: string[];
  /** Misspelt words with those that they were taken for. */
  corrected: { written: string; meant: string }[];
  /** Whether the question is in another language than everything that was searched. */
  isForeign: boolean;
}

/** Units that are quoted at once. */
const MAX_QUOTED = 3;
const MAX_COMPARED = 4;
const MAX_LISTED = 15;
/** Share of a question that an answer has to hold. */
const LEAST = 0.505;
const LEAST_COMPARED = 0.3;
/** Share of the best score that further units have to reach, and entries of a list. */
const AS_GOOD = 0.88;
/** The same for a question that goes on with the one before: others are rarely about the same. */
const AS_GOOD_ON = 0.97;
const LISTED = 0.7;
/** How much the words of a heading count, of a question as heading, and of a source's name. */
const HEADING = 0.65;
const QUESTION_HEADING = 0.85;
const AROUND = 0.35;
/** How much more a word counts that is in a sentence and in its heading. */
const TOPIC = 0.2;
/** How much words of the question before count. */
const CARRIED = 0.5;
/** How much a word counts that the question asks about first. */
const FIRST = 1.4;
/** How much the sentence before counts, for words of the question and for those of the one before. */
const BEFORE = 0.25;
const CARRIED_BEFORE = 0.6;
/** How much a sentence in another language counts. */
const OTHER_LANGUAGE = 0.7;
/** How much a word counts that nothing can match, since it is in another language. */
const FOREIGN = 0.4;

interface Scored {
  unit: PreparedUnit;
  score: number;
  /** Share of the question, by weight. */
  coverage: number;
  /** Words of the question that it holds, by their place. */
  held: ReadonlySet<number>;
  at: number;
}

/** Chooses the sentences that answer a question; none when none holds enough of it. */
export function choose(pages: readonly QuotedFrom[], asked: string, before: readonly string[] = []): Chosen {
  const prepared = prepare(pages);
  const question = readQuestion(asked, before, prepared.languages);
  const words = seek(question.words, prepared);
  const { language } = question;
  const isOther = ({ language: own, sentence }: PreparedUnit) =>
    language !== null && (isChinese(sentence) ? language !== 'zh' : own !== null && own !== language);
  const chosen = question.asksDeadlines
    ? deadlines(prepared.units, words)
    : answering(prepared.units, words, question);
  const of = chosen.units.length > 0 ? chosen.units : prepared.units;
  return {
    ...chosen,
    missing: words.filter((word) => word.isMissing && !word.isCarried).map(({ written }) => written),
    corrected: words.flatMap(({ written, corrected: meant }) => (meant === null ? [] : { written, meant })),
    // With nothing found, only when everything that was searched is.
    isForeign: of.length > 0 && of.every(isOther),
  };
}

type Found = Pick<Chosen, 'units' | 'isList'>;

function answering(units: readonly PreparedUnit[], words: readonly SoughtWord[], question: Question): Found {
  const scored = onlyWithCodes(units, words)
    .map((unit, at) => score(unit, at, words, question))
    .filter(({ coverage }) => coverage >= (question.isComparison ? LEAST_COMPARED : LEAST))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const [best] = scored;
  if (!best) return { units: [], isList: false };
  const different = withoutRepetitions(scored);
  const near = words.some(({ isCarried }) => isCarried) ? AS_GOOD_ON : AS_GOOD;
  const isList = question.isList && (best.unit.kind === 'item' || words.length === 1);
  const some = isList
    ? different.filter((each) => each.score >= best.score * LISTED).slice(0, MAX_LISTED)
    : question.isComparison
      ? compared(different, words)
      : different
          .filter(({ score: own, coverage }) => own >= best.score * near && coverage >= best.coverage * near)
          .slice(0, MAX_QUOTED);
  const listed = isList ? some.toSorted((a, b) => a.at - b.at) : some;
  return { units: listed.map(({ unit }) => unit), isList: isList && listed.length > 1 };
}

/** Only units with the codes of a question, such as "E43", where there are some. */
function onlyWithCodes(
  units: readonly PreparedUnit[],
  words: readonly SoughtWord[],
): readonly PreparedUnit[] {
  const codes = words.filter(({ isCode, isCarried }) => isCode && !isCarried);
  if (codes.length === 0) return units;
  const some = units.filter((unit) =>
    codes.some((word) => {
      const { own, above, around } = sharesOf(unit, word);
      return Math.max(own, above, around) === 1;
    }),
  );
  return some;
}

function score(
  unit: PreparedUnit,
  at: number,
  words: readonly SoughtWord[],
  { wanted, isList, language }: Question,
): Scored {
  const isQuestion = /[?？]$/u.test(unit.heading);
  const isForeign =
    language !== null &&
    (isChinese(unit.sentence) ? language !== 'zh' : unit.language !== null && unit.language !== language);
  const headingShare = isQuestion ? QUESTION_HEADING : isList && unit.kind === 'item' ? 0.9 : HEADING;
  // With words that are nowhere, the others have to be all the more in the sentence.
  const isWhole = !words.some(({ isMissing, isCarried }) => isMissing && !isCarried);
  const held = new Set<number>();
  let sum = 0;
  let total = 0;
  let touches = false;
  const carried = { sum: 0, total: 0 };
  for (const [place, word] of words.entries()) {
    const { own, above, around, before } = sharesOf(unit, word);
    if (own > 0) held.add(place);
    if (word.isCarried) {
      carried.total += word.rarity * CARRIED;
      carried.sum += word.rarity * CARRIED * Math.max(own, above, around * AROUND, before * CARRIED_BEFORE);
      continue;
    }
    const weight =
      word.rarity *
      (place === 0 && isWhole && wanted !== 'person' ? FIRST : 1) *
      (word.isMissing && isForeign ? FOREIGN : 1);
    total += weight;
    sum += weight * Math.max(own, above * headingShare, around * AROUND, before * BEFORE);
    if (isWhole && own > 0 && above > 0) sum += weight * TOPIC * own;
    if (own > 0 || above * headingShare >= 0.8) touches = true;
  }
  // What the question before was about decides among the sentences that hold what this one is about.
  const own = total === 0 ? carried : { sum: touches ? sum : 0, total };
  const coverage = own.total === 0 ? 0 : Math.min(1.25, own.sum / own.total);
  const all = total + carried.total;
  const holding = coverage === 0 ? 0 : Math.min(1.25, (sum + carried.sum) / all);
  const fits = wanted === null ? 1 : 0.78 + 0.4 * holds(unit.sentence, wanted);
  const kind = (unit.kind === 'row' ? 0.6 : 1) * (isForeign ? OTHER_LANGUAGE : 1);
  // Of two sentences with the same words the shorter one says more about them.
  const length = 1 + 0.12 / (1 + unit.sentence.length / 80);
  return {
    ...{ unit, at, held },
    coverage: coverage * (unit.kind === 'row' ? 0.9 : 1),
    score: holding * fits * kind * length,
  };
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** The best unit, and for each word that it lacks the best one that has it. */
function compared(scored: readonly Scored[], words: readonly SoughtWord[]): Scored[] {
  const chosen: Scored[] = scored.slice(0, 1);
  const held = new Set(chosen.flatMap((each) => [...each.held]));
  for (const [place] of words.entries()) {
    if (held.has(place) || chosen.length >= MAX_COMPARED) continue;
    const next = scored.find((each) => each.held.has(place));
    if (!next) continue;
    chosen.push(next);
    for (const each of next.held) held.add(each);
  }
  return chosen;
}

function withoutRepetitions(scored: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return scored.filter(({ unit: { sentence } }) => !seen.has(sentence) && seen.add(sentence));
}

/** The sentences that set deadlines, of those sources and headings that the question names. */
function deadlines(units: readonly PreparedUnit[], words: readonly SoughtWord[]): Found {
  const naming = words.filter(
    ({ written }) => !/^(?:deadlines?|due|dates?|fristen?|termine?|截止|期限|list)$/u.test(written),
  );
  const all = units.filter(({ sentence, kind }) => kind !== 'row' && setsDeadline(sentence));
  const named = all.filter((unit) =>
    naming.some((word) => {
      const { own, above, around } = sharesOf(unit, word);
      return Math.max(own, above, around) > 0.5;
    }),
  );
  const some = naming.length > 0 ? named : all;
  return { units: some.slice(0, MAX_LISTED), isList: some.length > 1 };
}
