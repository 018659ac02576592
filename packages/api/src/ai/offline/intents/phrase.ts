import type { Intent } from '../intent.ts';
import { phrases } from '../phrases.ts';

/** Greetings, thanks, who are you, help. */
export const phrase: Intent = {
  name: 'phrase',
  reply({ question, language }) {
    if (question.length > 160) return null;
    const found = phrases.find(({ said }) => said.some((pattern) => pattern.test(question)));
    return found ? { text: found.answer[language] } : null;
  },
};
