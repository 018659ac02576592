import type { Wanted } from './question.ts';

const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|half|once|twice|ein(?:e[nmrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig';
const MONTH =
  'january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
/** The month, not the verb. */
const MAY = String.raw`\b\d{1,2}(?:st|nd|rd|th)? may\b|\bmay \d`;
const SPAN =
  'minutes?|hours?|days?|weeks?|months?|years?|quarters?|working days?|minuten?|stunden?|tagen?|tage?|wochen?|monate?n?|jahre?n?';

const anyNumber = new RegExp(String.raw`\d|\b(?:${NUMBER_WORD})\b|[一二三四五六七八九十百千两]`, 'iu');
const money =
  /[£$€¥]\s?\d|(?<!\d)\d[\d.,]{0,20}\s?(?:%|per ?cent\b|prozent\b|euros?\b|eur\b|cents?\b|pounds?\b|dollars?\b|usd\b|gbp\b|chf\b|crowns?\b|元|块)|[一二三四五六七八九十百千万两]元|百分之/iu;
const date = new RegExp(
  String.raw`\b(?:${MONTH})\b|${MAY}|\d{4}-\d{2}|\d{1,2}[./]\d{1,2}[./]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2} ?(?:am|pm|uhr|:\d{2})|\b(?:within|after|before|until|by)\b[^.]{0,20}\b(?:\d+|${NUMBER_WORD})\b|\b(?:first|last) (?:\w+ )?day\b|\d ?[年月日点]|[一二三四五六七八九十][年月日点]`,
  'iu',
);
const span = new RegExp(
  String.raw`(?:\d|\b(?:${NUMBER_WORD}))[ -](?:\w+ )?(?:${SPAN})\b|\bevery\b|\beach (?:day|week|month|quarter|year)\b|\b(?:daily|weekly|monthly|yearly|quarterly|annually|once|twice)\b|\b(?:täglich|wöchentlich|monatlich|jährlich)\b|[一二三四五六七八九十两\d]个?(?:小时|天|周|月|年|工作日)`,
  'iu',
);
const name = /(?:^|[\s(])\p{Lu}\p{Ll}+(?:[ &]+\p{Lu}\p{Ll}+)?/u;
const deadline = new RegExp(
  String.raw`\b(?:by|until|before|no later than|not later than|at the latest|due|deadline)\b[^.;]{0,30}(?:\b(?:${MONTH})\b|${MAY}|\d{4}-\d{2}|\d{1,2}[./]\d{1,2}|\bnoon\b|\b(?:mon|tues|wednes|thurs|fri)day\b|\b\d{1,2} ?(?:am|pm)\b|\bwithin\b)|\bwithin\b[^.;]{0,30}\b(?:${SPAN})\b|\bat least [^.;]{0,30}\b(?:${SPAN})\b[^.;]{0,20}\bbefore\b|\b(?:notice|deadline)\b[^.;]{0,60}\b(?:${SPAN})\b|\b(?:${SPAN})['’]? notice\b|\b(?:spätestens|bis zum|binnen|innerhalb|frist)\b|(?:之前|以前|截止|逾期)|[\d一二三四五六七八九十]个?(?:工作日|天|日)内`,
  'iu',
);

/** Whether a sentence sets a deadline. */
export const setsDeadline = (sentence: string): boolean => deadline.test(sentence);

/** Whether a sentence holds what an answer has to: 1 as asked, 0.5 perhaps, 0 not. */
export function holds(sentence: string, wanted: Exclude<Wanted, null>): number {
  switch (wanted) {
    case 'amount':
      return money.test(sentence) ? 1 : anyNumber.test(sentence) ? 0.5 : 0;
    case 'count':
      return anyNumber.test(sentence) ? 1 : 0;
    case 'date':
      return date.test(sentence) ? 1 : span.test(sentence) ? 0.5 : 0;
    case 'duration':
      return span.test(sentence) ? 1 : anyNumber.test(sentence) ? 0.5 : 0;
    case 'person':
      return name.test(sentence) ? 1 : 0;
  }
}
