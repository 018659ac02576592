/** Milliseconds as seconds with their sign, with a decimal: "1.4 sec". */
export function formatSeconds(ms: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(ms / 1_000);
}
