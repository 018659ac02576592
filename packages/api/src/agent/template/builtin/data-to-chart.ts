import type { BuiltinAgentTemplate } from './builtin.ts';

const sales = `month,shop,visitors,amount
2026-01,North,1240,8120.50
2026-01,South,960,5475.00
2026-02,North,1180,7890.00
2026-02,South,1015,5990.25
2026-03,North,1430,9310.75
2026-03,South,1120,6640.00
2026-04,North,1390,9105.00
2026-04,South,1305,8020.40
2026-05,North,1510,9987.20
2026-05,South,1480,9415.60
2026-06,North,1475,9760.00
2026-06,South,1620,10544.90
`;

/** Draws a chart of a table, with what its numbers show. */
export const dataToChart: BuiltinAgentTemplate = {
  id: '3c1c2f35-7a3e-4f0e-9a4e-0f3f5d8f7b11',
  icon: '📊',
  mode: 'work',
  tools: ['read_file', 'run_python', 'write_file'],
  needsModel: true,
  words: {
    en: {
      title: 'Data to chart',
      description: 'Draws a chart of a table as a picture, and says what the numbers show.',
      task: `Draw a chart of [sales.csv]: [amount by month, one line for each shop].

1. Look at the columns first, and say how many rows there are and whether any are incomplete.
2. Compute what the chart shows with a program, not in your head.
3. Write it as chart.svg: a title that says what is shown, labelled axes that begin at zero, a legend, colours that can be told apart in print.
4. Write findings.md with at most four findings, each with the numbers it rests on. Say what the data cannot tell.`,
      files: { 'sales.csv': sales },
    },
    'zh-CN': {
      title: '数据生成图表',
      description: '把表格画成图表，并说明数字反映了什么。',
      task: `为 [sales.csv] 画图表：[按月的金额，每家店一条线]。

1. 先查看各列，说明共有多少行、有没有不完整的行。
2. 图表要用的数字用程序计算，不要心算。
3. 写成 chart.svg：标题说明画的是什么，坐标轴有标注并从零开始，有图例，颜色打印后也能区分。
4. 在 findings.md 中写下至多四条发现，每条附上依据的数字，并说明这些数据看不出什么。`,
      files: { 'sales.csv': sales },
    },
  },
};
