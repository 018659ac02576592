import { keySentences, keywordsOf, sentencesOf } from '../extract.ts';
import type { Intent } from '../intent.ts';
import type { Passage, Reading } from '../reading.ts';

/** Maximum number of cited blocks. */
const MAX_CITED = 3;
const SUMMARY = /\b(?:summar\w*|overview|key points|what is this)\b|总结|概括|摘要|讲了什么/iu;

/** For a conversation beside a document: cites the blocks that share most words with the question. */
export const passage: Intent = {
  name: 'passage',
  reply(reading) {
    const found = passagesFor(reading);
    if (found.length === 0) return null;
    const cited = found.map(({ mark, text }) => `- [${wordsOf(text)}](#${mark})`).join('\n');
    return {
      text:
        reading.language === 'zh-CN'
          ? `文档里与此最接近的几处：\n\n${cited}\n\n_我只是内置的小程序：这些是按词语挑选的原文，我并不真正理解它们。_`
          : `The places in the document that come closest:\n\n${cited}\n\n_I am a small built-in program: I chose these by their words, without understanding them._`,
    };
  },
};

function passagesFor({ document, question }: Reading): Passage[] {
  if (SUMMARY.test(question)) {
    const key = keySentences(document.map(({ text }) => text).join('\n'), MAX_CITED);
    return document.filter(({ text }) => sentencesOf(text).some((sentence) => key.includes(sentence)));
  }
  const wanted = new Set(keywordsOf(question));
  return document
    .map((each) => ({ each, shared: new Set(keywordsOf(each.text).filter((word) => wanted.has(word))).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MAX_CITED)
    .map(({ each }) => each);
}

/** The beginning of a block, as words of a link. */
function wordsOf(text: string): string {
  const words = (sentencesOf(text)[0] ?? text).replaceAll(/[[\]\\]/gu, ' ').trim();
  return words.length > 120 ? `${words.slice(0, 119).toWellFormed()}…` : words;
}
