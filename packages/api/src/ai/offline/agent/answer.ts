import { gist } from '../extract.ts';
import type { Intent } from '../intent.ts';
import type { Reading } from '../reading.ts';
import { replay, type Steps } from './replay.ts';
import type { Task } from './task.ts';
import { taskIn } from './task.ts';
import { contents } from './tasks/contents.ts';
import { count } from './tasks/count.ts';
import { find } from './tasks/find.ts';
import { mergeTables } from './tasks/merge.ts';
import { rename, restyle } from './tasks/rename.ts';
import { sample } from './tasks/sample.ts';
import { sortFiles } from './tasks/sort.ts';
import { summarise } from './tasks/summarise.ts';
import { summariseTables } from './tasks/table.ts';
import { write } from './tasks/write.ts';

/** Whether a request comes from an agent's channel, whose files can at least be looked at. */
export function isOfAgent({ tools }: Pick<Reading, 'tools'>): boolean {
  return tools.has('list_files') && tools.has('read_file');
}

/** Works on a task with files, one step for each request. */
export const agentWork: Intent = {
  name: 'agentWork',
  reply(reading) {
    if (!isOfAgent(reading)) return null;
    const task = taskIn(reading);
    return task && replay(stepsOf(task, reading), reading);
  },
};

/** Says which work with files is possible without a language model. Replies to everything else in an agent's channel. */
export const agentHelp: Intent = {
  name: 'agentHelp',
  reply(reading) {
    if (!isOfAgent(reading)) return null;
    return { text: reading.language === 'zh-CN' ? helpChinese(reading) : helpEnglish(reading) };
  },
};

function stepsOf(task: Task, reading: Reading): Steps {
  switch (task.do) {
    case 'write':
      return write(task, reading);
    case 'find':
      return find(task, reading);
    case 'merge':
      return mergeTables(task, reading);
    case 'table':
      return summariseTables(task, reading);
    case 'contents':
      return contents(task, reading);
    case 'sort':
      return sortFiles(reading);
    case 'rename':
      return rename(task, reading);
    case 'restyle':
      return restyle(task, reading);
    case 'count':
      return count(task, reading);
    case 'sample':
      return sample(reading);
    case 'summary':
      return summarise(task, reading);
  }
}

function helpEnglish({ question }: Reading): string {
  const about =
    question === '' ? 'Write what should be done with the files' : `“${gist(question, 80)}” is beyond me`;
  return `${about}. I am a small program built into this workspace, not a language model, but I can do some work with files:

- *Summarise the files in SUMMARY.md*
- *Count the lines and words of all files*
- *Summarise the columns of sales.csv*
- *Merge the CSV files into all.csv*
- *Make a table of contents*
- *Find "budget" in the files*
- *Sort the files into folders by type*
- *Rename all files to lower case*
- *Write "Buy milk" into todo.txt*
- *Make sample files*

For everything else, connect a language model; ask me *"How do I connect a language model?"* in a chat.`;
}

function helpChinese({ question }: Reading): string {
  const about = question === '' ? '请写下要对文件做什么' : `“${gist(question, 80)}”超出了我的能力`;
  return `${about}。我是内置的小程序，不是语言模型，但可以处理一些文件工作：

- 把所有文件总结到 SUMMARY.md
- 统计所有文件的行数和字数
- 分析 sales.csv 的各列
- 把 CSV 文件合并为 all.csv
- 为 Markdown 文件生成目录
- 在文件中查找“预算”
- 按类型把文件整理到文件夹
- 把所有文件重命名为小写
- 把“买牛奶”写入 todo.txt
- 创建示例文件

其他工作请连接语言模型，可以在聊天里问我“怎么连接语言模型？”`;
}
