/** Returns words of a page as running text: lines joined, and words that were divided at the end of a line. */
export function unbroken(text: string): string {
  return text
    .replaceAll(/(\p{Ll})[-\u00AD\u2010]\s*\n\s*(\p{Ll})/gu, '$1$2')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
