import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import type { Prose } from './prose.ts';

const LINES = 44;
const WORDS_OF_A_LINE = 13;

/** A PDF of running text. @param word the first one of its first page */
export function textPdf(prose: Prose, pages: number, word = ''): Promise<Uint8Array> {
  return pdfFile(
    Array.from({ length: pages }, (_, page) => {
      const lines = Array.from({ length: LINES }, () => prose.text(prose.subject(page), WORDS_OF_A_LINE));
      return word === '' || page > 0 ? lines : [`${word} ${lines[0]}`, ...lines.slice(1)];
    }),
  );
}
