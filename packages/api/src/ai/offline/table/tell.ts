import type { Language } from '@tandem/shared/user/schema';
import { markerOf, plain } from '../quotes.ts';
import type { Condition, TablePlan } from './plan.ts';

/** Rows and groups that an answer shows. */
const MAX_SHOWN = 8;
/** Columns that name what a row is about. */
const IS_NAME = /name|title|description|article|product|item|bezeichnung|artikel|titel|名称|品名|说明/iu;

/** What `query_table` answers, as far as it is told; it is untrusted only in its words. */
interface Output {
  matching?: number;
  sum?: number;
  added?: number;
  average?: number;
  withoutNumber?: number;
  groupCount?: number;
  rows?: { page: string; text: string }[];
  groups?: {
    value: string;
    rows: number;
    sum?: number;
    added?: number;
    average?: number;
    first: { page: string; text: string };
  }[];
  ambiguous?: string[];
}

/** The call that carries out a plan. */
export function callFor({ table, operation, measure, groupBy, where }: TablePlan): Record<string, unknown> {
  const sorts = (operation === 'most' || operation === 'least') && groupBy === null;
  const sums = operation !== 'count' && operation !== 'rows' && !sorts;
  return {
    source: table.source,
    ...(table.sheet !== null && { sheet: table.sheet }),
    ...(where.length > 0 && { where: where.map(({ column, is, value }) => ({ column, is, value })) }),
    ...(groupBy !== null && { groupBy }),
    ...(sums && measure !== null && { sum: measure }),
    ...(sorts && measure !== null && { sortBy: measure, order: operation === 'most' ? 'desc' : 'asc' }),
    ...(groupBy !== null && operation === 'least' && { order: 'asc' }),
  };
}

/** Tells what a call for a plan found, with the rows that show it; null when no row matches, or none holds a number. */
export function tellTable(plan: TablePlan, value: unknown, language: Language): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const output = value as Output;
  if (!output.matching) return null;
  const isChinese = language === 'zh-CN';
  const text =
    plan.groupBy !== null && output.groups
      ? grouped(plan, output, isChinese)
      : rowed(plan, output, isChinese);
  if (text === null) return null;
  const from = `${isChinese ? '——' : '— '}${plain(plan.table.name)}${plan.table.sheet === null ? '' : `, ${plain(plan.table.sheet)}`}`;
  const note = isChinese
    ? '_我只是内置的小程序：数字由 query\\_table 准确算出，列和条件是按您的用词选的，请核对。_'
    : '_I am a small built-in program: the figures are exact, but I chose columns and conditions by your words; please check them._';
  const ambiguous = (output.ambiguous ?? []).map(
    (each) => `${plain(each.replace(/: say so in the answer\.$/, '.'))}\n\n`,
  );
  return `${text}\n\n${from}\n\n${ambiguous.join('')}${note}`;
}

function rowed(plan: TablePlan, output: Output, isChinese: boolean): string | null {
  const { operation, measure, where } = plan;
  if ((operation === 'sum' || operation === 'average') && output.added === 0) return null;
  const { matching = 0, rows = [] } = output;
  const name = plain(measure ?? '');
  const within = conditions(where, isChinese);
  const of = `${counted(output, isChinese)}${within}`;
  const extreme = operation === 'most' || operation === 'least';
  const shown = rows.slice(0, extreme ? 1 : MAX_SHOWN);
  const list = shown.map(
    (row) => `- ${plain(cellsOf(row.text).filter(Boolean).join(' · '))} ${markerOf(row.page, row.text)}`,
  );
  if (!extreme && matching > shown.length)
    list.push(isChinese ? `- 另有 ${matching - shown.length} 行` : `- and ${matching - shown.length} more`);
  return `${lead()}\n\n${list.join('\n')}`;

  function lead(): string {
    if (operation === 'count')
      return `**${matching}** ${isChinese ? `行${within}：` : `${matching === 1 ? 'row' : 'rows'}${within}:`}`;
    if (operation === 'sum')
      return isChinese
        ? `“${name}”合计 **${number(output.sum)}**（${of}）：`
        : `**${number(output.sum)}** is the sum of “${name}” over ${of}:`;
    if (operation === 'average') {
      const average = number(output.average ?? output.sum);
      return isChinese
        ? `“${name}”平均 **${average}**（${of}）：`
        : `**${average}** is the average of “${name}” over ${of}:`;
    }
    const [first] = shown;
    const cell = first ? (cellsOf(first.text)[columnAt(plan, measure)] ?? '') : '';
    const title = first ? titleOf(plan, cellsOf(first.text)) : '';
    if (operation === 'rows') {
      if (matching > 1 || measure === null || cell === '' || where.some(({ column }) => column === measure))
        return isChinese ? `找到 ${of}：` : `${of}:`;
      return isChinese ? `“${name}”：**${plain(cell)}**` : `“${name}”: **${plain(cell)}**`;
    }
    const isMost = operation === 'most';
    if (isChinese)
      return `“${name}”最${isMost ? '高' : '低'}的是 **${plain(title)}**：${plain(cell)}（${of}）`;
    return `**${plain(title)}** has the ${isMost ? 'highest' : 'lowest'} “${name}”, ${plain(cell)}, of ${of}:`;
  }
}

/** Rows that an answer is about, without those that hold no number to add up. */
function counted({ matching = 0, withoutNumber = 0 }: Output, isChinese: boolean): string {
  const added = matching - withoutNumber;
  if (isChinese) return withoutNumber > 0 ? `${matching} 行中有数字的 ${added} 行` : `${matching} 行`;
  const rows = matching === 1 ? 'row' : 'rows';
  return withoutNumber > 0 ? `${added} of ${matching} ${rows}` : `${matching} ${rows}`;
}

function grouped(plan: TablePlan, output: Output, isChinese: boolean): string | null {
  const { operation, measure, groupBy, where } = plan;
  const { groups: all = [], groupCount = all.length } = output;
  // The highest averages may be among the groups that are not here.
  if (operation === 'average' && groupCount > all.length) return null;
  const groups = all.filter(({ added }) => operation === 'count' || added !== 0);
  if (groups.length === 0) return null;
  const figure = (group: (typeof groups)[number]) =>
    operation === 'count' || group.sum === undefined
      ? group.rows
      : operation === 'average'
        ? (group.average ?? group.sum)
        : group.sum;
  const sign = operation === 'least' ? 1 : -1;
  const sorted = groups.toSorted((a, b) => (figure(a) - figure(b)) * sign);
  const name = plain(measure ?? '');
  const column = plain(groupBy ?? '');
  const within = conditions(where, isChinese);
  const [first] = sorted;
  const isExtreme = operation === 'most' || operation === 'least';
  const lead = isExtreme
    ? isChinese
      ? `“${name}”合计最${operation === 'most' ? '高' : '低'}的是 **${plain(first?.value ?? '')}**：`
      : `**${plain(first?.value ?? '')}** has the ${operation === 'most' ? 'highest' : 'lowest'} “${name}” in all:`
    : operation === 'count'
      ? isChinese
        ? `各“${column}”的行数${within}：`
        : `Rows by “${column}”${within}:`
      : isChinese
        ? `各“${column}”的“${name}”${operation === 'average' ? '平均' : '合计'}（${counted(output, isChinese)}${within}）：`
        : `“${name}” by “${column}”, ${operation === 'average' ? 'on average' : 'added up'} over ${counted(output, isChinese)}${within}:`;
  const list = sorted
    .slice(0, MAX_SHOWN * 2)
    .map(
      (group) =>
        `- **${plain(group.value || '–')}**: ${number(figure(group))} (${group.rows} ${isChinese ? '行' : group.rows === 1 ? 'row' : 'rows'}) ${markerOf(group.first.page, group.first.text)}`,
    );
  // Groups that are left out here hold no number, or stand further down.
  const more = groupCount - list.length;
  if (more > 0) list.push(isChinese ? `- 另有 ${more} 组` : `- and ${more} more`);
  return `${lead}\n\n${list.join('\n')}`;
}

function conditions(where: readonly Condition[], isChinese: boolean): string {
  if (where.length === 0) return '';
  const all = where.map(({ column, is, value, said }) => {
    const sign = is === 'contains' ? (isChinese ? '含' : 'contains') : is;
    if (said !== undefined && /^\d{4}$/.test(said))
      return `${plain(column)} ${isChinese ? '年份为' : 'in'} ${said}`;
    return said === undefined
      ? `${plain(column)} ${sign} ${plain(String(value))}`
      : `${plain(column)} ${isChinese ? '月份为' : 'in month'} ${said}`;
  });
  return isChinese ? `，其中 ${all.join('，')}` : ` with ${all.join(' and ')}`;
}

/** A row's cells without its number. */
const cellsOf = (text: string): string[] =>
  text
    .replace(/^\| \d{1,8} \| | \|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const columnAt = ({ table }: TablePlan, name: string | null): number =>
  table.columns.findIndex((column) => column.name === name);

/** What a row is about. */
function titleOf({ table }: TablePlan, cells: readonly string[]): string {
  const named = ['Name', ...table.columns.map(({ name }) => name).filter((name) => IS_NAME.test(name))]
    .map((name) => table.columns.findIndex((column) => column.name === name))
    .find((at) => at !== -1);
  const at =
    named ??
    Math.max(
      0,
      table.columns.findIndex(({ kind }) => kind === 'text'),
    );
  return cells[at] || cells[0] || '';
}

function number(value: number | undefined): string {
  if (value === undefined) return '–';
  return value.toLocaleString('en', {
    maximumFractionDigits: 2,
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  });
}
