import { fold, stretchesOf } from '@tandem/shared/search/words';
import { languageOf } from '../../../core/words/language.ts';
import { termsOf, wholeWords } from '../../../core/words/terms.ts';
import { chineseIn, groupsOf } from './glossary.ts';

/** What kind of words an answer has to hold. */
export type Wanted = 'amount' | 'count' | 'date' | 'duration' | 'person' | null;

/** A word of a question that says what it is about. */
export interface AskedWord {
  /** As it is written, folded. */
  written: string;
  /** Its terms by language; a Chinese word has several. */
  terms: ReadonlyMap<string | null, readonly string[]>;
  /** Its groups in the glossary. */
  groups: ReadonlySet<number>;
  /** Whether it comes from the question before. */
  isCarried: boolean;
  /** Whether only a sentence with exactly this word answers, such as "E43". */
  isCode: boolean;
}

export interface Question {
  words: AskedWord[];
  wanted: Wanted;
  /** Whether several sentences are wanted. */
  isList: boolean;
  isComparison: boolean;
  asksDeadlines: boolean;
  /** Two-letter code; null when unknown. */
  language: string | null;
}

/** Words that ask rather than say what about. */
const ASKING = new Set(
  `many much long often far list tell show give find say says said mean means all any every exactly please need want
  know like kind allowed compare compared comparison difference between versus vs happen happens thing things happened
  long old big there does did have has get according document documents source sources file files text answer question
  viel viele wieviel wieviele oft lange bitte zeige nenne liste alle gibt gib hoch heisst bedeutet steht sagt muss muessen
  darf duerfen kann koennen welche welcher welches wann wer wie was wo unterschied zwischen vergleiche about regarding
  pro je bekomme bekommen kriege passiert wenn size since`.split(/\s+/u),
);
/** Chinese words that ask, between which the others stand. */
const ASKING_CHINESE =
  /什么时候|什么|怎么样|怎么|怎样|如何|多少钱|多少|哪些|哪个|哪里|有没有|是否|可以|能否|能不能|请问|告诉我|列出|所有|一下|应该|需要|关于|[几吗呢的是有在了我你您和与或算把被给对吧啊]/gu;
/** What somebody has to do is a task. */
const TO_DO = /\b(?:have|has|had|need|needs|must|should)(?: to)? do\b/giu;
const BACK = /\b(?:pay|paid|give|given|get|got|send|sent|hand|handed)(?: \w+)? back\b/giu;

const wantedBy: [Exclude<Wanted, null>, RegExp][] = [
  ['duration', /\bhow (?:long|often|soon|frequently)\b|\bwie (?:lange|oft)\b|多久|多长时间|几次/iu],
  ['count', /\bhow many\b|\bwie ?viele\b|几|多少(?!钱)/iu],
  [
    'amount',
    /\bhow (?:much|high|expensive)\b|\b(?:what|which) (?:is|are|was|were) the (?:\w+ )?(?:price|cost|amount|rent|fee|budget|salary|charge)\b|\bwie (?:viel|hoch|teuer)\b|\bwas kostet|多少钱/iu,
  ],
  [
    'date',
    /\bwhen\b|\b(?:what|which) (?:date|day|time)\b|\buntil when\b|\bby when\b|\bdeadlines?\b|\bwann\b|什么时候|何时|哪天|几点|几号/iu,
  ],
  ['person', /\bwho(?:se|m)?\b|\bwer\b|\bwem\b|\bwen\b|谁/iu],
];
const IS_LIST =
  /\b(?:list|all|which|every|what are|enumerate|name the|give me the)\b|\b(?:alle|welche|liste|nenne)\b|所有|哪些|列出/iu;
const IS_COMPARISON =
  /\b(?:compar\w+|difference|differ|versus|vs|both)\b|\b(?:unterschied|vergleich\w*|beide)\b|比较|区别|相比|分别/iu;
const DEADLINES = /\bdeadlines?\b|\bdue dates?\b|\bfristen?\b|\btermine\b|截止|期限/iu;

/**
 * Reads what a question is about.
 * @param before key terms of the question before, where this one refers to it
 * @param languages of what is searched
 */
export function readQuestion(
  asked: string,
  before: readonly string[],
  languages: readonly (string | null)[],
): Question {
  const text = asked.slice(0, 2_000).replace(BACK, 'return').replace(TO_DO, ' task');
  const language = questionLanguage(text, languages);
  const codes = [...new Set([...languages, language])];
  const own = wordsIn(text, codes, language, false);
  const seen = new Set(own.map(({ written }) => written));
  const carried = wordsIn(before.join(' '), codes, language, true).filter(
    ({ written }) => !seen.has(written),
  );
  return {
    words: [...own, ...carried],
    wanted: wantedBy.find(([, asks]) => asks.test(text))?.[0] ?? null,
    isList: IS_LIST.test(text),
    isComparison: IS_COMPARISON.test(text),
    asksDeadlines: DEADLINES.test(text) && (IS_LIST.test(text) || own.length <= 2),
    language,
  };
}

/** The language whose common words a question has most of; null when it has none, as one of a single word. */
function questionLanguage(text: string, languages: readonly (string | null)[]): string | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  const words = [...stretchesOf(text)].map(({ text: folded, start, end }) => [
    text.slice(start, end).toLowerCase(),
    folded,
  ]);
  const counts = [...new Set([...languages, 'en', 'de'])].map((code) => ({
    code,
    count: words.filter(([lower = '', folded = '']) => isCommon(lower, folded, code)).length,
  }));
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.code : null;
}

function wordsIn(
  text: string,
  codes: readonly (string | null)[],
  language: string | null,
  isCarried: boolean,
): AskedWord[] {
  const words = new Map<string, AskedWord>();
  const plain = wholeWords(text);
  const common = language === null || language === 'zh' ? codes : [language];
  let rest = '';
  for (const { text: word, unspaced, start, end } of stretchesOf(plain)) {
    if (unspaced) {
      rest += ` ${word}`;
      continue;
    }
    const written = plain.slice(start, end);
    const lower = written.toLowerCase();
    const isCode = /\p{N}/u.test(word) && (/\p{L}/u.test(word) || word.length > 2);
    if (!isCode && (ASKING.has(word) || (word.length < 2 && !/\p{N}/u.test(word)))) continue;
    if (common.some((code) => isCommon(lower, word, code))) continue;
    words.set(word, {
      written: word,
      terms: new Map(codes.map((code) => [code, [...termsOf(written, code)]])),
      groups: new Set(groupsOf(lower, ['en', 'de'])),
      ...{ isCarried, isCode },
    });
  }
  for (const word of chineseWords(rest, codes, isCarried)) words.set(word.written, word);
  return [...words.values()];
}

function isCommon(lower: string, folded: string, code: string | null): boolean {
  const stopWords = languageOf(code)?.stopWords;
  return stopWords !== undefined && (stopWords.has(lower) || stopWords.has(folded));
}

/** Words of the glossary, and what the words that ask leave of the rest, as pairs of characters. */
function chineseWords(text: string, codes: readonly (string | null)[], isCarried: boolean): AskedWord[] {
  const word = (written: string, groups: readonly number[]): AskedWord => {
    const terms = [...termsOf(written, null)];
    return {
      written,
      terms: new Map([...codes, 'zh', null].map((code) => [code, terms])),
      groups: new Set(groups),
      ...{ isCarried, isCode: false },
    };
  };
  const known = chineseIn(text);
  const rest = known.reduce((left, each) => left.replaceAll(each.word, ' '), text);
  return [
    ...known.map((each) => word(each.word, [each.group])),
    ...rest
      .replace(ASKING_CHINESE, ' ')
      .split(/\s+/u)
      .filter((run) => [...run].length > 1)
      .map((run) => word(fold(run), [])),
  ];
}
