/**
 * Stands in for the parser of raw HTML that streamdown would bring along, 40 kB gzipped: HTML in Markdown is
 * shown as text here, so nothing may ask for it.
 * @throws Error always
 */
export default function rehypeRaw(): never {
  throw new Error('raw HTML is not parsed');
}
