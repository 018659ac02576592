/**
 * HTML in Markdown as plain text, without comments; null is a line break, which models write into tables as
 * <br>.
 */
export function inertHtml(html: string): (string | null)[] {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .trimEnd()
    .split(/(<br\s*\/?>)/i)
    .filter((piece) => piece !== '')
    .map((piece) => (/^<br\s*\/?>$/i.test(piece) ? null : piece));
}
