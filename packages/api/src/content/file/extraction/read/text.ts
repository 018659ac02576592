import type { PageBatch } from '../pages.ts';
import { type Block, sectionsOf } from './sections.ts';

/** Decodes text by its byte order mark; without one it is UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Reads plain text and Markdown: sections of paragraphs, under the headings that Markdown marks with "#". */
export function readText(bytes: Uint8Array): PageBatch {
  const pages = sectionsOf(paragraphsOf(decodeText(bytes)));
  return { title: null, pages, total: pages.length };
}

/** Paragraphs of text, told apart by empty lines and headings. */
export function* paragraphsOf(text: string): Generator<Block> {
  let lines: string[] = [];
  let fence = '';
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const isHeading = fence === '' && /^#{1,6} \S/.test(line);
    if (isHeading || (fence === '' && line.trim() === '')) {
      if (lines.length > 0) yield { text: lines.join('\n'), isHeading: false };
      lines = [];
      if (isHeading) yield { text: line.replace(/^#+ /, ''), isHeading };
    } else lines.push(line);
  }
  if (lines.length > 0) yield { text: lines.join('\n'), isHeading: false };
}
