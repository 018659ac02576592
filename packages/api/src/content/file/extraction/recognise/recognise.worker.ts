import { readFileSync } from 'node:fs';
import { serveWorker } from '../../../../core/worker/serve.ts';
import { indexPages } from '../index/index-pages.ts';
import { drawImage } from './draw-image.ts';
import { drawPdf } from './draw-pdf.ts';
import { Engine } from './engine.ts';
import { PictureReader } from './read-picture.ts';
import type { RecognisedPage, RecognitionTask, ScannedPage } from './recognise.ts';

serveWorker<RecognitionTask, RecognisedPage[]>(async ({ path, format, pages, budgetMs, ...before }) => {
  const began = performance.now();
  const reader = new PictureReader(await Engine.start(), before.language ?? null);
  const bytes = new Uint8Array(readFileSync(path));
  const { draw } = format === 'pdf' ? await drawPdf(bytes) : { draw: () => drawImage(bytes) };
  let soFar = { passages: before.passages, language: before.language };
  const all: RecognisedPage[] = [];
  for (const page of pages) {
    const read = await readOne(reader, () => draw(page.index));
    if (!read) all.push({ ...page, read: null, problem: read === null ? 'empty' : 'tooHard' });
    else {
      const entries = indexPage(page, read.text, soFar);
      soFar = { passages: soFar.passages + entries.passages.length, language: entries.language };
      all.push({ ...page, read: { ...read, entries }, problem: null });
    }
    if (performance.now() - began > budgetMs) break;
  }
  return all;
});

/** The words of a page; undefined when it cannot be drawn or read, which says nothing about the others. */
async function readOne(reader: PictureReader, draw: () => ReturnType<typeof drawImage>) {
  try {
    return reader.read(await draw());
  } catch {
    return undefined;
  }
}

function indexPage(
  { index, label }: ScannedPage,
  text: string,
  soFar: { passages: number; language: string | null | undefined },
) {
  return indexPages([{ label, text, problem: null }], { ...soFar, pages: index - 1 });
}
