import { PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useCallback, useEffect, useState } from 'react';
import { openPdf } from './open.ts';

/** Why a PDF is not shown. */
export type PdfProblem = 'broken' | 'gone' | 'unreachable';

export type PdfState =
  | { phase: 'loading' }
  | { phase: 'password'; isWrong: boolean; answer(password: string): void }
  | { phase: 'ready'; pdf: PDFDocumentProxy; labels: readonly string[] | null; retry(): void }
  | { phase: 'failed'; problem: PdfProblem; retry(): void };

/** Opens a PDF for as long as it is shown. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({ phase: 'loading' });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((each) => each + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round opens it again
  useEffect(() => {
    let left = false;
    setState({ phase: 'loading' });
    const opening = openPdf(url);
    const show = (next: PdfState) => {
      if (!left) setState(next);
    };
    const open = async () => {
      const task = await opening;
      if (left) return;
      task.onPassword = (answer: (password: string) => void, reason: number) =>
        show({ phase: 'password', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, answer });
      const pdf = await task.promise;
      const labels = await pdf.getPageLabels().catch(() => null);
      show({ phase: 'ready', pdf, labels, retry });
    };
    open().catch((error: unknown) => show({ phase: 'failed', problem: problemOf(error), retry }));
    return () => {
      left = true;
      opening.then((task) => task.destroy()).catch(() => {});
    };
  }, [url, round, retry]);
  return state;
}

function problemOf(error: unknown): PdfProblem {
  const { name, status } = error as { name?: string; status?: number };
  if (name === 'ResponseException') return status === 404 || status === 403 ? 'gone' : 'unreachable';
  return name === 'InvalidPDFException' || name === 'FormatError' ? 'broken' : 'unreachable';
}

/** Returns how readers know a page. @param index from 1 */
export function labelOf(labels: readonly string[] | null, index: number): string {
  return labels?.[index - 1]?.trim() || String(index);
}
