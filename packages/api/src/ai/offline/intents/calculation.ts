import { evaluate, format } from '../../tools/calculator/evaluate.ts';
import type { Intent } from '../intent.ts';

const TOOL = 'calculator';
/** Characters of a question that are looked at. */
const MAX_LENGTH = 400;
const FUNCTION =
  '(?:sqrt|cbrt|abs|round|floor|ceil|min|max|mean|sum|ln|log(?:10|2)?|exp|sin|cos|tan|asin|acos|atan|factorial|gcd|lcm|pow|mod|hypot|pi|of)';
/** The whole text is a calculation. */
const WHOLE = new RegExp(`^(?:${FUNCTION}|[\\d\\s.,+\\-*/×÷^%()!√π=−–])+$`, 'i');
/** The longest run inside a sentence that looks like a calculation. */
const INSIDE = new RegExp(
  `(?:${FUNCTION}\\s*\\(|[(√\\d-])(?:${FUNCTION}|[\\d\\s.,+\\-*/×÷^%()!√π−–])*[\\d)%!π]`,
  'gi',
);
const LEADS =
  /^(?:(?:please|can you|could you|hey|ok(?:ay)?|so)[\s,]+)*(?:what(?:'s| is|’s)|calculate|compute|evaluate|solve|work out|how much is|how many is|what does|请?(?:帮我)?(?:计算|算|求|算算|计算一下|算一下)(?:一下)?)\s*[:：]?\s*/i;
const TAILS = / ?(?:(?:equals?|equal to|make)? ?[=＝]? ?[?？]*|(?:等于|是)(?:多少|几)[?？]?|[.。!！])$/i;
/** Words that show that a sentence wants a number. */
const WANTS =
  /\b(?:calculat|comput|evaluat|how much|what(?:'s| is|’s)|solve|work out|result|equals?)\b|calculat|comput|计算|算|等于|多少|=\s*\?*\s*$/i;
const OPERATOR = /[+*/×÷^%!√]|\d\s*[-−–]\s*\d|\bof\b|[a-z]\s*\(/i;
/** “2,450 的 18%” */
const CHINESE_SHARE = /(\d[\d,.]{0,30}) ?的 ?(\d[\d.]{0,30}) ?%/gu;
/** Dates, versions, telephone numbers. */
const NOT_SUMS =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4}|\d+(?:-\d{2,}){2,}|\+?\d[\d\s-]{6,}|\d+(?:\.\d+){2,})$/;

/** "12 * (3+4)" */
export const calculation: Intent = {
  name: 'calculation',
  reply({ question, tools, language }) {
    const expression = expressionIn(question);
    if (expression === null) return null;
    if (tools.has(TOOL)) return { calls: [{ tool: TOOL, input: { expression } }] };
    const result = format(evaluate(expression));
    return { text: language === 'zh-CN' ? `${expression} = **${result}**` : `${expression} = **${result}**` };
  },
};

/** Returns the calculation in a question if it can be evaluated; else null. */
export function expressionIn(asked: string): string | null {
  if (asked.length > MAX_LENGTH || !/\d/.test(asked)) return null;
  // Runs of spaces would have the patterns try every way to divide them.
  const question = asked.replace(/\s+/g, ' ').replace(CHINESE_SHARE, '$2% of $1').trim();
  const bare = question.replace(LEADS, '').replace(TAILS, '').trim();
  if (WHOLE.test(bare)) return usable(bare);
  if (!WANTS.test(question)) return null;
  const runs = question.replace(/https?:\/\/\S+/g, ' ').match(INSIDE) ?? [];
  const longest = runs.toSorted((a, b) => b.length - a.length)[0];
  return longest ? usable(longest.trim()) : null;
}

function usable(text: string): string | null {
  if (!OPERATOR.test(text) || NOT_SUMS.test(text)) return null;
  try {
    evaluate(text);
    return text;
  } catch (error) {
    // Division by zero and the like deserve an answer; anything unparsable was not a calculation.
    return error instanceof Error && /divided|too large|not a number|Factorials/.test(error.message)
      ? text
      : null;
  }
}
