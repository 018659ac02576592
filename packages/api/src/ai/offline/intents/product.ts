import type { Intent } from '../intent.ts';
import { topics } from '../topics.ts';

/** Signs that a question is about this product rather than about a word in its vocabulary. */
const ABOUT_USE =
  /\b(?:how|where|can i|can we|could i|what (?:is|are|does|do)|what'?s|which|why|explain|tell me|show me|list|help|is there|are there|do you|does (?:it|this|tandem)|tandem|here)\b|怎么|如何|怎样|哪里|哪些|在哪|什么|能不能|可以|可不可以|能否|介绍|解释|说说|有没有|是否|吗|告诉我/i;
/** Orders to make something, which this model cannot follow. */
const ORDER =
  /^(?:please |can you |could you |would you )?(?:write|draft|compose|translate|generate|create a (?:poem|story|plan|program)|code|implement|refactor|debug|design|brainstorm|analy[sz]e|compare|rewrite|proofread)\b|^(?:请|帮我|麻烦)*(?:写|翻译|起草|生成|润色|改写|编写|分析|比较|设计)/i;

/** Questions about channels, assistants, models, keys, shortcuts and the like. */
export const product: Intent = {
  name: 'product',
  reply({ question, language }) {
    if (question.length > 240 || ORDER.test(question)) return null;
    const topic = topics.find(({ asked }) => asked.some((pattern) => pattern.test(question)));
    if (!topic) return null;
    // One or two words, such as "shortcuts", count as a question as well.
    const terse = question.length <= 40;
    return terse || ABOUT_USE.test(question) ? { text: topic.answer[language] } : null;
  },
};
