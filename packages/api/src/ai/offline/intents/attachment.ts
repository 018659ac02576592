import type { Intent } from '../intent.ts';
import { asksForWhole, keyQuotes, plain, quotedText, quotesFor } from '../quotes.ts';
import type { AttachedFile, Reading } from '../reading.ts';

/** Quotes the sentences of attached files that share most words with the question, or names the files. */
export const attachment: Intent = {
  name: 'attachment',
  reply(reading) {
    const text = quotesOf(reading);
    if (text !== null) return { text };
    const isChinese = reading.language === 'zh-CN';
    const { attached } = reading;
    if (attached.length === 0) return null;
    const names = attached.map(({ name }) => `- ${plain(name)}`).join('\n');
    const isRead = attached.some(({ pages }) => pages.length > 0);
    return { text: isChinese ? namedInChinese(names, isRead) : named(names, isRead) };
  },
};

function quotesOf({ attached, attachedBefore, question, language }: Reading): string | null {
  const pages = pagesOf(attached.length > 0 ? attached : attachedBefore);
  if (attached.length > 0 && asksForWhole(question)) {
    const quotes = keyQuotes(pages, question);
    if (quotes.length > 0) return quotedText(quotes, language);
  }
  const found = quotesFor(pages, question);
  return found.units.length > 0 ? quotedText(found.units, language, found) : null;
}

function pagesOf(files: readonly AttachedFile[]) {
  return files.flatMap(({ name, pages }) => pages.map((page) => ({ ...page, name })));
}

function named(names: string, isRead: boolean): string {
  const why = isRead
    ? 'None of their sentences share words with your question. I am a small program built into this workspace and quote sentences by their words; once a language model is connected, it can answer more freely.'
    : 'I am a small program built into this workspace and could read no text in them; once a language model is connected, it can look at images.';
  return `I see what you attached:\n\n${names}\n\nEveryone in this channel can look at it and save it. ${why} Ask me *"How do I connect a language model?"* for the steps.`;
}

function namedInChinese(names: string, isRead: boolean): string {
  const why = isRead
    ? '其中没有与您的问题用词相近的句子。我是内置的小程序，只按词语引用原文；连接语言模型后回答会更自由。'
    : '我是内置的小程序，在其中没有读到文字；连接语言模型后可以查看图片。';
  return `我收到了：\n\n${names}\n\n频道里的每个人都可以查看和下载。${why}问我“怎么连接语言模型？”即可看到步骤。`;
}
