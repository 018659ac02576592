/** One line of the benchmark: our figure beside the baseline of the same run. */
export interface BenchRow {
  what: string;
  ours: string;
  /** The baseline's name; "" without one. */
  against: string;
  /** ours ÷ raw limit, or "" where it makes no sense. */
  ratio: string;
}

/** Prints rows as one Markdown table. */
export function printTable(rows: BenchRow[]): void {
  const header: BenchRow = { what: 'measured', ours: 'Tandem', against: 'against', ratio: 'ratio' };
  const columns = ['what', 'ours', 'against', 'ratio'] as const;
  const widths = columns.map((column) => Math.max(...[header, ...rows].map((row) => row[column].length)));
  const line = (row: BenchRow) =>
    `| ${columns.map((column, i) => row[column].padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(line(header));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(row));
}

export function ratio(ours: number, raw: number): string {
  return `${(ours / raw).toFixed(2)}×`;
}

/** Milliseconds with three significant digits. */
export function ms(value: number): string {
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ms`;
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')} /s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
