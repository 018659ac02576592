import { keySentences } from '../extract.ts';
import type { Intent } from '../intent.ts';
import { languageOf } from '../language.ts';

/** Longer than any question, so it is a text to work on. */
const LONG = 900;
const SUMMARISE =
  /\b(?:summari[sz]e|sum up|summary|tl;?dr|shorten|key points?|gist)\b|总结|概括|摘要|要点|提炼/i;
const COUNT =
  /\b(?:count|how many) (?:the )?(?:words|characters|lines|sentences)\b|(?:统计|多少|几个)(?:个)?(?:字|词|行|句)/i;

/** A long text pasted in, or a shorter one to be counted or summed up. */
export const longText: Intent = {
  name: 'longText',
  reply({ question, language }) {
    const body = bodyOf(question);
    if (COUNT.test(question.slice(0, 200)) && body !== question)
      return { text: counts(body, language === 'zh-CN') };
    const asked = SUMMARISE.test(question.slice(0, 200)) || SUMMARISE.test(question.slice(-200));
    if (question.length < LONG && !(asked && body.length > 200)) return null;
    const zh = languageOf(question, language) === 'zh-CN';
    const points = keySentences(asked ? body : question, 5).map((point) => `- ${point}`);
    const intro = zh
      ? '这段文字很长。下面是最能说明内容的几句（原文摘录）：'
      : 'That is a long text. These sentences say most about it (quoted as they are):';
    const outro = zh
      ? '_我是内置的小程序，只会按词频挑句子。要真正的分析，请连接一个语言模型。_'
      : '_I am a small built-in program and choose sentences by counting words. For a real analysis, connect a language model._';
    return { text: [intro, '', ...points, '', counts(body, zh), '', outro].join('\n') };
  },
};

/** The text a request is about: what follows its first line or colon. */
function bodyOf(question: string): string {
  const match = /^[^\n:：]{0,160}[:：\n]\s*([\s\S]+)$/.exec(question);
  return match?.[1]?.trim() || question;
}

function counts(text: string, zh: boolean): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const lines = text.split('\n').length;
  return zh
    ? `共 ${[...text].length} 个字符，其中汉字 ${han} 个，${lines} 行。`
    : `${words.toLocaleString('en')} words, ${[...text].length.toLocaleString('en')} characters, ${lines} ${lines === 1 ? 'line' : 'lines'}.`;
}
