import type { Reading } from '../reading.ts';
import { endingOf, namesIn, typeOf } from './names.ts';

/** How names of files are changed. */
export type NameStyle = 'lower' | 'hyphen' | 'underscore';

/** Something that this small program can do with files. `into` is the file that a person wants written. */
export type Task =
  | { do: 'write'; path: string; text: string }
  | { do: 'find'; words: string; named: string[]; into: string | null }
  | { do: 'merge'; named: string[]; into: string | null }
  | { do: 'table'; named: string[]; into: string | null }
  | { do: 'contents'; named: string[]; into: string | null }
  | { do: 'sort' }
  | { do: 'rename'; path: string; to: string }
  | { do: 'restyle'; style: NameStyle }
  | { do: 'count'; what: 'files' | 'lines'; named: string[]; into: string | null }
  | { do: 'sample' }
  | { do: 'summary'; named: string[]; into: string | null };

/** Characters of a question in which a task is looked for. */
const MAX_LOOKED = 2_000;

const asks = {
  write:
    /\b(?:write|create|make|save|put|add|store|schreib\w*|erstell\w*|speicher\w*)\b|写|保存|新建|创建|存/iu,
  find: /\b(?:find|search|look for|grep|where|which files?|finde|suche?|wo)\b|查找|搜索|寻找|找出|找到|哪些文件|哪个文件|哪里/iu,
  merge:
    /\b(?:merge|combine|concatenate|join|append|verein\w*|zusammenf(?:ü|ue)hr\w*|verbinde\w*)\b|合并|拼接/iu,
  table: /\b(?:csv|tsv|tables?|spreadsheets?|columns?|tabellen?|spalten?)\b|表格|数据表|列|csv/iu,
  figures:
    /\b(?:sums?|totals?|mean|average|min(?:imum)?|max(?:imum)?|statistics?|stats|summe|mittelwert|durchschnitt|statistik)\b|总和|合计|平均|最大|最小|统计/iu,
  contents:
    /\b(?:table of contents|toc|inhaltsverzeichnis|list of contents)\b|(?:生成|创建|制作|做|写|建).{0,8}目录|目录表/iu,
  sort: /\b(?:sort|organi[sz]e|tidy|arrange|group|clean up|ordne|sortier\w*|aufr(?:ä|ae)um\w*|r(?:ä|ae)um\w*)\b|整理|归类|分类|归档/iu,
  folders:
    /\b(?:folders?|director(?:y|ies)|types?|kinds?|extensions?|files?|workspace|ordner|typ|art|dateien)\b|文件夹|类型|种类|文件|目录/iu,
  rename: /\b(?:rename|umbenenn\w*|benenne)\b|重命名|改名/iu,
  lower: /\blower[- ]?cases?\b|kleinbuchstaben|\bklein\b|小写/iu,
  hyphen: /\bhyphens?\b|\bdash(?:es)?\b|bindestrich|连字符|短横/iu,
  underscore: /\bunderscores?\b|unterstrich|下划线/iu,
  count:
    /\b(?:count|how (?:many|much|long|large|big)|number of|wie ?viele?|z(?:ä|ae)hle?n?|anzahl)\b|多少|几个|计数|数一数|统计/iu,
  lines: /\b(?:lines?|words?|rows?|zeilen?|w(?:ö|oe)rter|worte)\b|行|字数|词/iu,
  files:
    /\b(?:files?|folders?|workspace|repository|repo|project|code|dateien?|ordner|projekt)\b|文件|工作区|项目|代码|仓库/iu,
  list: /\b(?:list|show|which|what|liste|zeige?|welche)\b|列出|显示|有哪些|有什么/iu,
  summary:
    /\b(?:summari[sz]e|summary|summaries|describe|description|overview|explain|report|read|look (?:at|through|over)|analy[sz]e|review|zusammenfass\w*|fasse?\b.{0,40}\bzusammen|beschreib\w*|lies)(?=$|[^\p{L}])|(?:ü|ue)berblick|总结|概括|概述|摘要|描述|介绍|分析|看看|读一下|阅读/iu,
  sample:
    /\b(?:samples?|examples?|demo|test|beispiel\w*)\b.{0,20}\b(?:files?|data|dateien|daten)\b|(?:示例|样例|例子|演示|测试).{0,6}(?:文件|数据)/iu,
  conversation:
    /\b(?:conversation|chat|discussion|channel|unterhaltung|gespr(?:ä|ae)ch)\b|对话|聊天|会话|频道/iu,
};

/** What a question asks to have done with files; null when it asks for something else, or nothing that is understood. */
export function taskIn({ question }: Pick<Reading, 'question'>): Task | null {
  const text = question.slice(0, MAX_LOOKED);
  const has = (what: keyof typeof asks) => asks[what].test(text);
  if (/https?:\/\//i.test(text)) return null;
  const names = namesIn(text);
  const target = names.findLast(({ path, at }) => {
    const before = text.slice(Math.max(0, at - 30), at);
    return INTO.test(before) || (RESULT.test(path) && /\b(?:in|im)\s+["“„`']?$/iu.test(before));
  });
  const named = names.filter((name) => name !== target).map(({ path }) => path);
  const into = target?.path ?? null;

  const written = writtenIn(question, target?.path ?? names.at(-1)?.path ?? null);
  if (has('write') && written && !has('find')) return { do: 'write', ...written };
  if (has('sample') && has('write')) return { do: 'sample' };
  if (has('rename')) return renaming(names, has);
  if (has('merge') && (has('table') || names.some(({ path }) => typeOf(path) === 'table')))
    return { do: 'merge', named, into };
  if (has('contents')) return { do: 'contents', named, into };
  if (has('sort') && has('folders') && named.length === 0) return { do: 'sort' };
  const words = has('find') ? wordsIn(text) : null;
  if (words) return { do: 'find', words, named, into };
  const isOfTables = has('table') || named.some((path) => typeOf(path) === 'table');
  if (isOfTables && (has('figures') || has('summary') || (has('count') && named.length > 0)))
    return { do: 'table', named: named.filter((path) => typeOf(path) === 'table'), into };
  if (has('conversation') && named.length === 0) return null;
  const isOfFiles = has('files') || named.length > 0;
  if (has('count') && (isOfFiles || has('lines')))
    return { do: 'count', what: has('lines') ? 'lines' : 'files', named, into };
  if (has('summary') && isOfFiles) return { do: 'summary', named, into };
  if (has('list') && has('files')) return { do: 'count', what: 'files', named, into };
  return null;
}

/** Words before the name of a file that is to be written. */
const INTO =
  /(?:\b(?:into|to|as|called|named|nach|als|namens)|到|为|成|进|入|叫|名为|写|保存)\s*(?:(?:an?|the|new|file|eine?|datei|文件)\s+){0,3}["“「『`'‘]?$/iu;

/** Names of results: "in" before any other name tells where to look. */
const RESULT = /summary|overview|contents|report|merged|zusammenfassung|bericht|总结|概要|报告|目录/iu;

function renaming(names: ReturnType<typeof namesIn>, has: (what: keyof typeof asks) => boolean): Task | null {
  const [from, to] = names;
  if (from && to && names.length === 2) return { do: 'rename', path: from.path, to: to.path };
  if (has('hyphen')) return { do: 'restyle', style: 'hyphen' };
  if (has('underscore')) return { do: 'restyle', style: 'underscore' };
  return has('lower') ? { do: 'restyle', style: 'lower' } : null;
}

/** The text that a question gives for a file: between fences, after a colon, or in quotes. */
function writtenIn(question: string, path: string | null): { path: string; text: string } | null {
  if (path === null) return null;
  const fence = question.indexOf('```');
  if (fence !== -1) {
    const from = question.indexOf('\n', fence) + 1;
    const end = question.indexOf('```', from);
    if (from > 0) return { path, text: question.slice(from, end === -1 ? undefined : end) };
  }
  const at = question.indexOf(path);
  const rest = question.slice(at + path.length);
  const [colon] = /^["”」』`'’]?[^:：\n]{0,60}[:：]\s*/u.exec(rest) ?? [];
  if (colon !== undefined && rest.length > colon.length)
    return { path, text: `${unquoted(rest.slice(colon.length))}\n` };
  for (const [open, close] of QUOTES) {
    const from = question.indexOf(open);
    const end = from === -1 ? -1 : question.lastIndexOf(close);
    const text = end > from ? question.slice(from + 1, end) : '';
    if (text !== '' && !text.includes(path)) return { path, text: `${text}\n` };
    // The name of the file may be in quotes as well, after the text or before it.
    const first =
      from === -1 ? '' : question.slice(from + 1, Math.max(from + 1, question.indexOf(close, from + 1)));
    if (text.includes(path) && first !== '' && first !== path) return { path, text: `${first}\n` };
  }
  return null;
}

const QUOTES = [
  ['“', '”'],
  ['「', '」'],
  ['"', '"'],
  ['„', '“'],
  ['‘', '’'],
  ["'", "'"],
] as const;

function unquoted(text: string): string {
  const trimmed = text.trim();
  const isQuoted = QUOTES.some(([open, close]) => trimmed.startsWith(open) && trimmed.endsWith(close));
  return isQuoted && trimmed.length > 2 ? trimmed.slice(1, -1) : trimmed;
}

/** What is to be found: words in quotes, else what follows the verb. */
function wordsIn(text: string): string | null {
  for (const [open, close] of QUOTES) {
    const from = text.indexOf(open);
    const end = from === -1 ? -1 : text.indexOf(close, from + 1);
    const words = end > from ? text.slice(from + 1, end).trim() : '';
    if (words !== '' && endingOf(words) === '') return words.slice(0, 200);
  }
  const [, after] =
    /\b(?:find|search for|look for|grep|contains?|mentions?|containing|finde|suche)\s+(?:for\s+|nach\s+)?(?:all\s+|every\s+|the\s+|das\s+|lines?\s+|words?\s+|wort\s+|with\s+|mentions?\s+of\s+){0,4}([\p{L}\p{N}_.@-]{1,60})/iu.exec(
      text,
    ) ??
    /(?:查找|搜索|寻找|找出|找到|包含|提到)(?:所有|全部|单词|关键词|词语|词|字|含有|包含|有){0,3}\s{0,3}([\p{L}\p{N}_.@-]{1,30}?)(?:的|在|这|$|\s|[，。？！?!])/u.exec(
      text,
    ) ??
    [];
  return after && endingOf(after) === '' && !/^(?:files?|dateien?|文件|in|out|all|any|csv)$/iu.test(after)
    ? after
    : null;
}
