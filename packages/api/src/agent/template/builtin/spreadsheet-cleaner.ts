import type { BuiltinAgentTemplate } from './builtin.ts';

const contacts = `Name,E-mail,Phone,Joined,City
 Ana Souza ,ana.souza@example.com,+351 21 555 0101,2026-01-04,Lisbon
Ben Okoro,BEN@EXAMPLE.COM,,4/2/2026,London
ben okoro,ben@example.com,020 7946 0000,2026-02-04,london
Chen Wei,chen.wei@example,+86 10 5550 1122,2026-03-11,Beijing
,dora@example.com,030 555 0199,11.03.2026,Berlin
Ana Souza,ana.souza@example.com,+351 21 555 0101,2026-01-04,Lisbon
`;

/** Puts a table in order, and lists each change. */
export const spreadsheetCleaner: BuiltinAgentTemplate = {
  id: '6f83e5b2-1d09-4f7a-a2c8-9b5d3e7f1a55',
  icon: '🧹',
  mode: 'work',
  tools: ['read_file', 'run_python', 'write_file'],
  needsModel: true,
  words: {
    en: {
      title: 'Spreadsheet cleaner',
      description:
        'Puts a table in order: duplicates, dates, spelling, gaps. Lists every change, guesses nothing.',
      task: `Clean [contacts.csv], and write the result to clean.csv. Leave the original as it is.

1. Look at the whole table, and list its problems with the number of rows for each: spaces, cases, dates in several forms, duplicates, invalid values, gaps.
2. Write clean.py, which fixes what is certain: trim spaces, write dates as YYYY-MM-DD, e-mail addresses in lower case, merge rows of the same [e-mail address].
3. Do not guess: where a value can be read in two ways or is missing, leave it, and list its row in questions.md.
4. Run it, and check that no row was lost without a reason: rows before, merged, after.
5. List each kind of change with its count in changes.md.`,
      files: { 'contacts.csv': contacts },
    },
    'zh-CN': {
      title: '表格清理',
      description: '整理表格中的重复、日期、拼写和空缺，列出每处改动，不做猜测。',
      task: `清理 [contacts.csv]，结果写入 clean.csv，原文件保持不变。

1. 查看整张表，列出问题及各自的行数：空格、大小写、多种日期写法、重复、无效值、空缺。
2. 写 clean.py，只修复确定的问题：去掉多余空格，日期写成 YYYY-MM-DD，电子邮件改为小写，合并[电子邮件]相同的行。
3. 不要猜：一个值有两种读法或缺失时保持原样，并把该行列入 questions.md。
4. 运行程序，并核对没有无故丢失的行：原有、合并、剩余各多少行。
5. 在 changes.md 中列出每类改动及次数。`,
      files: { 'contacts.csv': contacts },
    },
  },
};
