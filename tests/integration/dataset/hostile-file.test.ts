import { deflateSync } from 'node:zlib';
import { epubFile } from '@tandem/api/content/file/extraction/testing/archive';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { lockedPdf } from '@tandem/api/content/file/extraction/testing/pdf-locked';
import { expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);

/** A PDF that shows the same picture on each of its pages. @param side of the picture, in pixels */
function pdfOfPicture(pages: number, side: number): Uint8Array {
  const picture = deflateSync(deflateSync(Buffer.alloc(Math.ceil(side / 8) * side)));
  const numbers = Array.from({ length: pages }, (_, at) => at + 5);
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /XObject << /P 4 0 R >> >> >>';
  const objects = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Kids [${numbers.map((each) => `${each} 0 R`).join(' ')}] /Count ${pages} >>`],
    [3, '<< /Length 27 >>\nstream\n595 0 0 842 0 0 cm /P Do   \nendstream'],
    ...numbers.map((each) => [each, page]),
  ].map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}4 0 obj\n<< /Type /XObject /Subtype /Image /Width ${side}`),
    Buffer.from(` /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Length ${picture.length}`),
    Buffer.from(' /Filter [/FlateDecode /FlateDecode] >>\nstream\n'),
    picture,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

const entities = `<!DOCTYPE html [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}">]>`;

it('has files that are made to do harm refused, and goes on with the next while the server answers', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  const sources = await addedFiles(team.api, datasetId, [
    { name: 'locked.pdf', bytes: await lockedPdf(await pdfFile([['A page with words.']]), 'secret') },
    { name: 'pages.pdf', bytes: pdfOfPicture(5_001, 8) },
    { name: 'picture.pdf', bytes: pdfOfPicture(1, 40_000) },
    {
      name: 'entities.epub',
      bytes: epubFile('Knots', [`<p>The bowline.</p>${entities}<p>${'&b;'.repeat(500)}</p>`]),
    },
    { name: 'good.txt', bytes: 'The compass points north.' },
  ]);
  let isOver = false;
  const answers: number[] = [];
  const asking = (async () => {
    while (!isOver) answers.push((await server.stranger.get('/healthz')).status);
  })();
  const read = await untilRead(
    team.api,
    sources.map(({ id }) => id),
  ).finally(() => {
    isOver = true;
  });
  await asking;
  expect(new Set(answers)).toEqual(new Set([200]));
  const ends = Object.fromEntries(read.map(({ name, status, problem }) => [name, problem ?? status]));
  expect(ends).toMatchObject({ 'locked.pdf': 'encrypted', 'pages.pdf': 'tooLarge', 'good.txt': 'ready' });
  expect(ends['picture.pdf']).toMatch(/^(empty|tooHard)$/u);
  expect(ends['entities.epub']).toMatch(/^(ready|broken|tooLarge|tooHard)$/u);
  const { list } = await team.api.trpc.source.pages.query({ sourceId: sources[3]?.id ?? '' });
  expect(JSON.stringify(list)).not.toContain('haha');
});
