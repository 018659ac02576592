import type { Intent } from '../intent.ts';
import type { Bilingual } from '../language.ts';

const ASKS =
  /\b(?:markdown|formatting|rich text)\b[\s\S]{0,40}\b(?:example|demo|sample|show|test)\b|\b(?:example|demo|sample|show|test)\b[\s\S]{0,40}\b(?:markdown|formatting)\b|(?:markdown|格式|排版)[\s\S]{0,10}(?:示例|演示|例子|样例)|(?:示例|演示|展示)[\s\S]{0,10}(?:markdown|格式|排版)/i;

const sample: Bilingual = {
  en: `## What formatting looks like here

Words can be **bold**, _italic_, ~~struck out~~ or \`code\`, and [link](https://www.markdownguide.org/) to somewhere.

1. Numbered lists
2. with a second point
   - and points inside

> A quotation stands apart.

| Key | Does |
| --- | --- |
| Enter | sends |
| Shift + Enter | begins a new line |

\`\`\`ts
function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\`

- [x] A task that is done
- [ ] One that is not`,
  'zh-CN': `## 这里的排版效果

文字可以**加粗**、_倾斜_、~~删除~~或写成 \`代码\`，也可以[链接](https://www.markdownguide.org/)到别处。

1. 有序列表
2. 第二项
   - 里面还可以有小项

> 引文会单独成段。

| 按键 | 作用 |
| --- | --- |
| Enter | 发送 |
| Shift + Enter | 换行 |

\`\`\`ts
function greet(name: string): string {
  return \`你好，\${name}\`;
}
\`\`\`

- [x] 已完成的事项
- [ ] 未完成的事项`,
};

/** "Show me a Markdown example" */
export const markdown: Intent = {
  name: 'markdown',
  reply: ({ question, language }) => (ASKS.test(question) ? { text: sample[language] } : null),
};
