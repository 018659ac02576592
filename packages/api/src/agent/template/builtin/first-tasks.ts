import { FIRST_TEMPLATES } from '@tandem/shared/agent/template';
import type { BuiltinAgentTemplate } from './builtin.ts';

const notes = {
  en: `# Opening a tea room

## Place

The room on Mill Street has 40 seats and a small kitchen. The rent is 1,200 a month, and the contract runs for five years.

## People

Two people work in the kitchen and three at the tables. Training takes a week.

## Open questions

- Who delivers the tea?
- May tables stand outside?
`,
  'zh-CN': `# 开一家茶室

## 地点

磨坊街的店面有 40 个座位和一个小厨房。租金每月 1200 元，合同期五年。

## 人员

厨房两人，店面三人。培训需要一周。

## 待定

- 茶叶由谁供货？
- 室外能否摆桌子？
`,
};

const january = `day,product,quantity,price
2026-01-05,Tea,12,3.50
2026-01-07,Coffee,8,4.20
2026-01-19,Cocoa,7,5.00
`;
const february = `day,product,quantity,price
2026-02-02,Tea,15,3.60
2026-02-09,Coffee,11,4.20
2026-02-25,Cocoa,6,5.00
`;

/** Sums up files. */
const summary: BuiltinAgentTemplate = {
  id: FIRST_TEMPLATES.summary,
  icon: '📄',
  mode: 'work',
  tools: ['list_files', 'read_file', 'write_file'],
  needsModel: false,
  words: {
    en: {
      title: 'Summary of the files',
      description: 'Reads the files, counts their lines and words, and writes what is in them.',
      task: 'Summarise the files in SUMMARY.md',
      files: { 'tea-room.md': notes.en, 'january.csv': january },
    },
    'zh-CN': {
      title: '文件总结',
      description: '阅读文件，统计行数和字数，写下各文件的内容。',
      task: '把所有文件总结到 SUMMARY.md',
      files: { 'tea-room.md': notes['zh-CN'], 'january.csv': january },
    },
  },
};

/** Merges tables of the same columns. */
const merge: BuiltinAgentTemplate = {
  id: FIRST_TEMPLATES.merge,
  icon: '🧩',
  mode: 'work',
  tools: ['list_files', 'read_file', 'write_file'],
  needsModel: false,
  words: {
    en: {
      title: 'Merge tables',
      description: 'Puts CSV files with the same columns together into one.',
      task: 'Merge the CSV files into year.csv',
      files: { 'january.csv': january, 'february.csv': february },
    },
    'zh-CN': {
      title: '合并表格',
      description: '把列相同的 CSV 文件合并为一个。',
      task: '把 CSV 文件合并为 year.csv',
      files: { 'january.csv': january, 'february.csv': february },
    },
  },
};

/** Sums and means of the columns of tables. */
const figures: BuiltinAgentTemplate = {
  id: FIRST_TEMPLATES.figures,
  icon: '🔢',
  mode: 'read',
  tools: ['list_files', 'read_file'],
  needsModel: false,
  words: {
    en: {
      title: 'Figures of a table',
      description: 'Tells the rows and columns of a table, with sums, extremes and means. Changes nothing.',
      task: 'Summarise the columns of january.csv',
      files: { 'january.csv': january },
    },
    'zh-CN': {
      title: '表格的数字',
      description: '说明表格的行列，以及各列的总和、最大、最小和平均值。不做任何改动。',
      task: '分析 january.csv 的各列',
      files: { 'january.csv': january },
    },
  },
};

/** Tasks that the built-in model can do. */
export const firstTasks: readonly BuiltinAgentTemplate[] = [summary, merge, figures];
