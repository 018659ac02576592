import { findPlacesIn } from '../../tools/zones.ts';
import type { Intent } from '../intent.ts';
import type { Bilingual } from '../language.ts';

const ASKS = [
  /\bwhat(?:'s| is|’s)? (?:the )?(?:current |local |exact )?(?:time|date)\b(?! (?:complexity|limit|series|signature|format|line|zone of))/i,
  /\bwhat (?:day|weekday) (?:is|of the week)\b/i,
  /\b(?:current|local) (?:time|date)\b/i,
  /\btime (?:is it|now|right now)\b/i,
  /\b(?:the )?time in\b/i,
  /\btoday'?s date\b|\bwhat'?s today\b/i,
  /几点|几号|星期几|周几|礼拜几/,
  /(?:现在|当前|当地|此刻)(?:是)?(?:的)?(?:什么)?(?:时间|时候)/,
  /(?:时间|日期)(?:是)?(?:多少|什么)/,
  /今天(?:的日期|是什么日子)/,
];
/** The time of something else than the question: "What time does the shop open?" */
const OF_SOMETHING =
  /\b(?:time|date|day) (?:does|do|did|will|must|should|shall|can|was|were|are|is (?:the|our|my|your|their|a|an))\b(?! (?:current|local|time|date))|(?:每天|上班|下班|开门|关门|开会|会议|截止)/i;
const NO_CLOCK: Bilingual = {
  en: 'I have no clock here: the time tool is not switched on for this assistant.',
  'zh-CN': '我这里没有时钟：这个助手没有启用时间工具。',
};
const TOOL = 'current_time';

/** "What time is it in Tokyo?" */
export const time: Intent = {
  name: 'time',
  reply({ question, tools, language }) {
    const places = findPlacesIn(question);
    const asked =
      ASKS.some((pattern) => pattern.test(question)) || (places.length > 0 && /时间/.test(question));
    if (!asked || question.length > 300 || OF_SOMETHING.test(question)) return null;
    if (!tools.has(TOOL)) return { text: NO_CLOCK[language] };
    if (places.length === 0) return { calls: [{ tool: TOOL, input: {} }] };
    return { calls: places.map(({ timeZone }) => ({ tool: TOOL, input: { timeZone } })) };
  },
};
