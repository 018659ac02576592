import { sentencesOf } from './extract.ts';
import { languageOf } from './language.ts';

const MAX_WORDS = 7;
const MAX_LATIN = 52;
const MAX_HAN = 18;

/** Politeness and framing to remove from titles, repeatedly. */
const LEADS =
  /^(?:(?:hi|hello|hey|please|kindly|so|well|ok(?:ay)?|now)[\s,!.]+|(?:can|could|would|will) you (?:please )?|i(?:'d| would)? (?:want|need|like) (?:you )?to |help me (?:to )?|tell me (?:about |how |what |why )?|show me |explain (?:to me )?|i have a question about |do you know |let'?s )/i;
const HAN_LEADS =
  /^(?:你好|您好|请问|请|麻烦你?|帮我|帮忙|能不能|能否|可以|你能|我想要?|我需要|告诉我|解释一下|说说|给我|一下|现在|[，,。！!、\s])+/;
const DANGLING = /\s+(?:a|an|and|at|by|for|from|in|is|my|of|on|or|the|to|with|your)$/i;

/** A title from the first question of a conversation; "" when there are no words to make one of. */
export function titleFor(question: string): string {
  const plain = question
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/https?:\/\/([^\s/]+)\S*/g, '$1')
    .replace(/^\s*@\S+\s+/, '');
  const sentence = sentencesOf(plain)[0] ?? plain.trim();
  return languageOf(sentence, 'en') === 'zh-CN' ? hanTitle(sentence) : latinTitle(sentence);
}

function latinTitle(sentence: string): string {
  let text = sentence;
  for (let previous = ''; previous !== text; ) {
    previous = text;
    const shorter = text.replace(LEADS, '');
    if (/[\p{L}\p{N}]/u.test(shorter)) text = shorter;
  }
  const words = text.split(/\s+/).slice(0, MAX_WORDS);
  while (words.length > 1 && words.join(' ').length > MAX_LATIN) words.pop();
  let title = words.join(' ').slice(0, MAX_LATIN).toWellFormed();
  if (text.length > title.length) while (DANGLING.test(title)) title = title.replace(DANGLING, '');
  title = title.replace(/[\s.,;:!?…]+$/, '');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function hanTitle(sentence: string): string {
  const stripped = sentence.replace(HAN_LEADS, '');
  const text = /\p{L}/u.test(stripped) ? stripped : sentence;
  const clause = text.split(/[，。！？；,!?;]/)[0] ?? '';
  const chosen = clause.length >= 4 ? clause : text;
  return [...chosen]
    .slice(0, MAX_HAN)
    .join('')
    .replace(/[\s，。！？；：,.!?;:吗呢吧]+$/u, '');
}
