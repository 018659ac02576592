/** What is to be done with the rows of a table. */
export type Operation = 'sum' | 'count' | 'average' | 'most' | 'least' | 'rows';

/** How a question says what to do with the rows of a table, in English, German and Chinese. */
const OPERATIONS: readonly [Operation, RegExp][] = [
  ['average', /\b(?:average|mean|avg|durchschnitt\w*|mittelwert)\b|平均/giu],
  [
    'least',
    /\b(?:cheapest|lowest|smallest|least(?! \d)|minimum|fewest|billigste\w*|günstigste\w*|niedrigste\w*|kleinste\w*|wenigste\w*)\b|最[低小少]|最便宜/giu,
  ],
  [
    'most',
    /\b(?:most|highest|largest|biggest|greatest|maximum|max|dearest|more(?! than)|teuerste\w*|höchste\w*|größte\w*|meiste\w*)\b|最[高贵大多]/giu,
  ],
  [
    'sum',
    /\b(?:total\w*|sum|altogether|overall|spen[dt]|spending|insgesamt|summe|gesamt\w*|ausgegeben)\b|总共|一共|合计|总[计额和]|花了多少/giu,
  ],
  ['count', /\b(?:how many|number of|count|wie ?viele|anzahl)\b|几[个种件]|多少[个种件]/giu],
];
const HOW_MUCH = /\b(?:how much|wie ?viel)\b|多少/iu;

/** Words for money that is spent, whatever the column is called. */
const MONEY =
  /\b(?:spen[dt]|spending|costs?|paid|pay|expenses?|expensive|cheap(?:est)?|dearest|kost\w*|ausgegeben|ausgaben|teuer\w*|teuerste\w*|billig\w*|günstig\w*)\b|花|支出|费用|贵|便宜/iu;
/** Names of columns that hold money, and among them those that hold the price of one piece, which nobody adds up. */
export const IS_MONEY = /amount|price|cost|total|value|betrag|preis|kosten|summe|金额|价|费用/iu;
export const IS_PRICE = /price|preis|价/iu;

const OVER =
  /(?<!\p{L})(?:over|above|more than|greater than|higher than|exceed\w*|über|mehr als|größer als)\s*[£$€¥]?\s*(\d[\d.,]*)|(?:超过|大于|高于)\s*(\d[\d.,]*)/giu;
const UNDER =
  /\b(?:under|below|less than|lower than|cheaper than|unter|weniger als|kleiner als)\s*[£$€¥]?\s*(\d[\d.,]*)|(?:低于|小于|少于)\s*(\d[\d.,]*)/giu;
const NONE_LEFT = /\bout of (?=\p{L})|\bsold out\b|\bausverkauft\b|缺货|售罄/iu;
const GROUPED = /\b(?:by|per|for each|each|pro|je|nach)\s+(\p{L}+)|按(?:照)?(\p{L}{1,6})/giu;

const MONTHS: readonly RegExp[] = [
  /\bjan(?:uary|uar)?\b|(?<!\d)1月/iu,
  /\bfeb(?:ruary|ruar)?\b|(?<!\d)2月/iu,
  /\bmar(?:ch)?\b|\bmärz\b|(?<!\d)3月/iu,
  /\bapr(?:il)?\b|(?<!\d)4月/iu,
  /\bma[yi]\b|(?<!\d)5月/iu,
  /\bjun[ei]?\b|(?<!\d)6月/iu,
  /\bjul[yi]?\b|(?<!\d)7月/iu,
  /\baug(?:ust)?\b|(?<!\d)8月/iu,
  /\bsep(?:t|tember)?\b|(?<!\d)9月/iu,
  /\bo[ck]t(?:ober)?\b|10月/iu,
  /\bnov(?:ember)?\b|11月/iu,
  /\bde[cz](?:ember)?\b|12月/iu,
];

/** What a question asks of a table, before one is looked at. */
export interface TableQuestion {
  /** Null when it asks for nothing of the kind. */
  operation: Operation | null;
  asksHowMuch: boolean;
  asksMoney: boolean;
  /** Bounds of a number, as it is written. */
  limits: { is: '>' | '<'; written: string }[];
  asksNoneLeft: boolean;
  /** Words after "by" and "per". */
  groups: string[];
  /** From 1. */
  month: number | null;
  year: number | null;
  /** The question without the words that are in these. */
  rest: string;
}

/** Reads a question as one about the rows of a table. */
export function readTableQuestion(asked: string): TableQuestion {
  const text = asked.slice(0, 500);
  const operation = OPERATIONS.find(([, pattern]) => text.search(pattern) !== -1)?.[0] ?? null;
  const month = MONTHS.findIndex((pattern) => pattern.test(text));
  const rest = [...OPERATIONS.map(([, pattern]) => pattern), OVER, UNDER].reduce(
    (left, pattern) => left.replace(pattern, ' '),
    text,
  );
  // Not the bound of "over 2000".
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(rest)?.[0];
  return {
    operation,
    asksHowMuch: HOW_MUCH.test(text),
    asksMoney: MONEY.test(text),
    limits: [...limitsIn(text, OVER, '>'), ...limitsIn(text, UNDER, '<')],
    asksNoneLeft: NONE_LEFT.test(text),
    groups: [...text.matchAll(GROUPED)].map(([, latin, chinese]) => latin ?? chinese ?? ''),
    month: month === -1 ? null : month + 1,
    year: year === undefined ? null : Number(year),
    rest,
  };
}

const limitsIn = (text: string, pattern: RegExp, is: '>' | '<'): TableQuestion['limits'] =>
  [...text.matchAll(pattern)].map(([, latin, chinese]) => ({
    is,
    written: (latin ?? chinese ?? '').replace(/[.,]+$/, ''),
  }));

/** The month as a pattern of its names. */
export const monthPattern = (month: number): RegExp => MONTHS[month - 1] ?? /$^/;
