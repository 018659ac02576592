import type { BuiltinAgentTemplate } from './builtin.ts';

/** Explains code that was uploaded, without changing it. */
export const repositoryReader: BuiltinAgentTemplate = {
  id: '9d2f6c0a-52a7-4a55-8f0b-6a0f3c5a4e22',
  icon: '🗂️',
  mode: 'read',
  tools: ['list_files', 'read_file', 'search_files'],
  needsModel: true,
  words: {
    en: {
      title: 'Repository reader',
      description: 'Explains uploaded code: what it does, how it is built, where to begin. Changes nothing.',
      task: `Explain the code in these files to [a developer who joins the project]. The question: [how does a request get from the network to the database?]

1. List the folders, and read what describes the project: README, the list of its packages, its entry points.
2. Follow the question through the code, file by file.
3. Answer with: what the project does in two sentences, a map of its folders, the path through the code as numbered steps with file and line, and three places where changes are risky, with reasons.

Name a file and line for every claim. Where you could not find something, say so rather than guess.`,
    },
    'zh-CN': {
      title: '代码仓库导读',
      description: '讲解上传的代码：做什么、如何构成、从哪里入手。不做任何改动。',
      task: `向[新加入项目的开发者]讲解这些文件中的代码。问题是：[一个请求如何从网络到达数据库？]

1. 列出文件夹，阅读介绍项目的文件：README、依赖清单、入口。
2. 顺着这个问题逐个文件地读代码。
3. 回答要包括：两句话说明项目做什么；文件夹的结构；代码路径，按步骤编号并注明文件和行号；三处改动风险较大的地方及理由。

每个说法都要注明文件和行号。没有找到的就直说，不要猜。`,
    },
  },
};
