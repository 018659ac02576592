import type { Intent } from '../intent.ts';

/** The turn engine's request for the rest of a truncated answer. */
const CONTINUE = /^Your answer was cut off\./;

/** Continues a truncated answer: the full answer without the part already given. */
export function continuation(answer: (question: string) => string | null): Intent {
  return {
    name: 'continuation',
    reply({ question, earlier, language }) {
      if (!CONTINUE.test(question)) return null;
      const begun = earlier.at(-1);
      const asked = earlier.findLast(({ role }) => role === 'user');
      if (begun?.role === 'assistant' && asked) {
        const full = answer(asked.text);
        if (full?.startsWith(begun.text)) return { text: full.slice(begun.text.length) };
      }
      return { text: language === 'zh-CN' ? ' （完）' : ' (That was all.)' };
    },
  };
}
