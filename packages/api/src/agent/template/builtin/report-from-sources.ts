import type { BuiltinAgentTemplate } from './builtin.ts';

/** Writes a report from uploaded files, with quotes. */
export const reportFromSources: BuiltinAgentTemplate = {
  id: '5e0b1a7c-8f64-4b1d-b1f5-2d7a4c9e6f33',
  icon: '📝',
  mode: 'work',
  tools: ['list_files', 'read_file', 'search_files', 'write_file'],
  needsModel: true,
  words: {
    en: {
      title: 'Report from sources',
      description:
        'Writes a report from the files in a folder, with the place in the source behind each claim.',
      task: `Write a report on [the question to answer] for [its readers], from the files in sources/ only. Follow outline.md.

1. Read every source, and note for each what it says on the question.
2. Write report.md. After each claim, name the source and page or line in brackets.
3. Where sources disagree, show both and say which is newer or closer to the facts.
4. Read your report again, and check each number against its source. Remove what no source supports.`,
      files: {
        'outline.md': `# Title: the answer in one line

## Answer
Three to five sentences that somebody in a hurry can rely on.

## What the sources say
One section for each part of the question. Every claim with its source.

## Where they disagree

## What is not known
Questions that no source answers, and who might know.

## Sources
File, date, author, and how far it can be trusted.
`,
      },
    },
    'zh-CN': {
      title: '根据资料写报告',
      description: '根据文件夹中的资料写报告，每个说法都注明出处。',
      task: `只根据 sources/ 中的文件，为[读者]写一份关于[要回答的问题]的报告，结构按 outline.md。

1. 阅读每份资料，记下它对这个问题说了什么。
2. 写 report.md，每个说法后用括号注明资料和页码或行号。
3. 资料说法不一致时，两种都列出，并说明哪一种更新或更可靠。
4. 重读报告，逐个核对数字与出处，删去没有资料支持的内容。`,
      files: {
        'outline.md': `# 标题：一句话的答案

## 答案
三到五句话，赶时间的人看了就够用。

## 资料的内容
问题的每个部分一节，每个说法注明出处。

## 不一致之处

## 尚不清楚
没有资料能回答的问题，以及谁可能知道。

## 资料
文件、日期、作者，以及可信程度。
`,
      },
    },
  },
};
