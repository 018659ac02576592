import { keySentences } from '../extract.ts';
import { type ColumnSummary, type Csv, parseCsv, shown, summariseColumns } from './csv.ts';
import { endingOf, typeOf } from './names.ts';
import type { FileText, Work } from './work.ts';

const KIBI = 1_024;

/** A size for people. */
export function sizeTold(bytes: number): string {
  if (bytes < KIBI) return `${bytes} B`;
  return bytes < KIBI * KIBI ? `${(bytes / KIBI).toFixed(1)} kB` : `${(bytes / KIBI / KIBI).toFixed(1)} MB`;
}

/** A cell of a Markdown table. */
export function cellOf(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 120);
}

/** A table of Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The columns of a table with their sums and extremes. */
export function columnsTold(work: Work, columns: readonly ColumnSummary[]): string {
  const head = work
    .say('Column,Filled,Different,Sum,Min,Max,Mean', '列,非空,不同值,总和,最小,最大,平均')
    .split(',');
  return tableOf(
    head,
    columns.slice(0, 50).map(({ name, filled, distinct, numbers }) => {
      const figures = numbers
        ? [numbers.sum, numbers.min, numbers.max, numbers.mean].map(shown)
        : ['', '', '', ''];
      return [name, String(filled), String(distinct), ...figures];
    }),
  );
}

/** A section of Markdown about a file, by what it holds. */
export function sectionOf(work: Work, file: FileText): string {
  return [`## ${file.path}`, ...(aboutOf(work, file) ?? [])].join('\n\n');
}

function aboutOf(work: Work, file: FileText): string[] {
  if (file.problem !== null)
    return [work.say(`Could not be read: ${file.problem}`, `无法读取：${file.problem}`)];
  if (file.note !== null) return [file.note];
  const part = file.isWhole ? [] : [work.say('_Only its beginning was read._', '_只读取了开头部分。_')];
  if (typeOf(file.path) === 'table') {
    const csv = parseCsv(file.text);
    if (csv) return [...tableTold(work, csv), ...part];
  }
  if (typeOf(file.path) === 'code') return [...codeTold(work, file), ...part];
  if (endingOf(file.path) === 'json') return [...jsonTold(work, file), ...part];
  return [...proseTold(work, file), ...part];
}

/** Rows, columns and figures of a table. */
export function tableTold(work: Work, csv: Csv): string[] {
  const head = work.say(
    `${csv.rows.length} rows with ${csv.columns.length} columns.`,
    `${csv.rows.length} 行，${csv.columns.length} 列。`,
  );
  return [head, columnsTold(work, summariseColumns(csv))];
}

const DEFINES =
  /^\s{0,8}(?:export\s+)?(?:default\s+)?(?:public\s+)?(?:async\s+)?(?:def|class|function\*?|func|fn|interface|type|struct|enum)\s+([\p{L}_$][\p{L}\p{N}_$]{0,80})/u;

function codeTold(work: Work, { text, total }: FileText): string[] {
  const names = text.split('\n').flatMap((line) => DEFINES.exec(line.slice(0, 300))?.[1] ?? []);
  const unique = [...new Set(names)].slice(0, 30);
  const head = work.say(`${total} lines of code.`, `${total} 行代码。`);
  if (unique.length === 0) return [head];
  const list = unique.map((name) => `\`${name}\``).join(', ');
  return [head, work.say(`Defines: ${list}`, `定义了：${list}`)];
}

function jsonTold(work: Work, file: FileText): string[] {
  try {
    const value: unknown = file.isWhole ? JSON.parse(file.text) : null;
    if (Array.isArray(value))
      return [work.say(`A list of ${value.length} items.`, `包含 ${value.length} 项的列表。`)];
    if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value)
        .slice(0, 30)
        .map((key) => `\`${key.slice(0, 60)}\``)
        .join(', ');
      return [work.say(`An object with ${keys}.`, `一个对象，含 ${keys}。`)];
    }
  } catch {
    return [work.say('It is no valid JSON.', '不是有效的 JSON。')];
  }
  return [];
}

function proseTold(work: Work, { text }: FileText): string[] {
  const found = headingsOf(text)
    .slice(0, 12)
    .map(({ title }) => title);
  const points = keySentences(text, 4).map((sentence) => `- ${sentence}`);
  const heads =
    found.length > 0 ? [work.say(`Headings: ${found.join(' · ')}`, `标题：${found.join(' · ')}`)] : [];
  if (points.length > 0) return [...heads, points.join('\n')];
  return heads.length > 0 ? heads : [work.say('Hardly any text.', '几乎没有文字。')];
}

/** Headings of Markdown outside of code. */
export function headingsOf(text: string): { level: number; title: string }[] {
  const found: { level: number; title: string }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || !line.startsWith('#')) continue;
    const [, marks, rest] = /^(#{1,6})[ \t](.{1,300})/u.exec(line) ?? [];
    const title = rest
      ?.trim()
      .replace(/[ \t]#{1,10}$/, '')
      .trim();
    if (marks !== undefined && title) found.push({ level: marks.length, title });
  }
  return found;
}

/** What this program says about its own understanding. */
export function modesty(work: Work): string {
  return work.say(
    '_I am a small built-in program: I counted, and chose sentences by their words, without understanding them._',
    '_我是内置的小程序：这些内容是通过计数和按词频选句得到的，我并不真正理解它们。_',
  );
}
