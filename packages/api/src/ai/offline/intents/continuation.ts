import type { Intent } from '../intent.ts';

/** How the turn engine asks for the rest of an answer that was cut off. */
const CONTINUE = /^Your answer was cut off\./;

/** Goes on with an answer that was cut off: what it would have said in full, without what is there already. */
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
