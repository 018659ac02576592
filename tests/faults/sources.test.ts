import {
  bombFile,
  epubFile,
  excelFile,
  openDocumentFile,
  powerPointFile,
  wordFile,
  wordParagraph,
} from '@tandem/api/content/file/extraction/testing/archive';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { pictureOfText, scannedPdf } from '@tandem/api/content/file/extraction/testing/scan';
import { afterEach, describe, expect, it } from 'vitest';
import { addedFiles } from '../integration/dataset/datasets.ts';
import { isFullDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const line = 'The quay is forty metres long and lies to the north of the old town hall.';
const scan = (word: string) => [`The ${word} opens in May, and the boats are moored`, 'along the quay.'];

/** Twenty files of all kinds, each with how its reading ends; a word that is in no other file, where it has text. */
async function allKinds() {
  const pdf = await pdfFile([['A page with words']]);
  const long = Array.from({ length: 400 }, (_, at) => [`Sextant page ${at + 1}.`, ...Array(40).fill(line)]);
  const files: [name: string, bytes: Uint8Array | string, ends: string, word?: string][] = [
    ['long.pdf', await pdfFile(long), 'ready'],
    [
      'scan.pdf',
      await scannedPdf([scan('harbour'), scan('lighthouse'), scan('shipyard')]),
      'ready',
      'shipyard',
    ],
    ['sign.png', pictureOfText(scan('boathouse'), [900, 300]), 'ready', 'boathouse'],
    ['short.pdf', await pdfFile([['The capstan holds the rope.']]), 'ready', 'capstan'],
    ['a.docx', wordFile(wordParagraph('The mainsail is dry.')), 'ready', 'mainsail'],
    ['a.xlsx', excelFile({ Costs: { A1: 'Bollard', B1: 12.5 } }), 'ready', 'bollard'],
    ['a.pptx', powerPointFile([['Plan', 'Repaint the gangway']]), 'ready', 'gangway'],
    ['a.odt', openDocumentFile('<text:p>The anchor is heavy.</text:p>'), 'ready', 'anchor'],
    ['a.epub', epubFile('Knots', ['<p>The bowline holds.</p>']), 'ready', 'bowline'],
    ['a.html', '<!doctype html><title>W</title><p>The windlass turns.</p>', 'ready', 'windlass'],
    ['a.eml', 'From: a@example.test\r\nSubject: Keel\r\n\r\nThe keelson is oak.', 'ready', 'keelson'],
    ['a.csv', 'item,price\nhalyard,3\n', 'ready', 'halyard'],
    ['a.md', '# Notes\n\nThe rudder is loose.', 'ready', 'rudder'],
    ['a.txt', 'The compass points north.', 'ready', 'compass'],
    ['a.json', '{"part":"spinnaker"}', 'ready', 'spinnaker'],
    ['broken.pdf', pdf.subarray(0, 80), 'broken'],
    ['bomb.docx', bombFile(66), 'tooLarge'],
    ['white.pdf', await scannedPdf([[], []]), 'empty'],
    ['cut.docx', wordFile(wordParagraph('x'.repeat(5_000))).subarray(0, 400), 'notReadable|broken'],
    ['tool.bin', new Uint8Array([1, 2, 0, 3, 255]), 'notReadable'],
  ];
  return files.map(([name, bytes, ends, word]) => ({ name, bytes, ends, word }));
}

// It takes as long as it is until a dead process is noticed, twice.
describe.runIf(isFullDepth)('a server killed while it reads twenty files', () => {
  it('ends with each of them ready or failed for its reason, and nothing indexed twice', async () => {
    const opened = await startWithOwner();
    cleanUps.push(() => opened.close());
    const { server, person, appId } = opened;
    const { api } = person;
    const { id: datasetId } = await api.trpc.channel.create.mutate({
      appId,
      kind: 'dataset',
      name: 'Harbour',
    });
    const files = await allKinds();
    const added = await addedFiles(api, datasetId, files);
    expect(added).toHaveLength(20);
    const states = () => Promise.all(added.map(({ id }) => api.trpc.source.get.query({ sourceId: id })));
    const isOver = ({ status }: { status: string }) => status === 'ready' || status === 'failed';
    await until('some of the files are read, and others are not', async () => {
      const all = await states();
      return all.some(({ done }) => done > 0) && !all.every(isOver);
    });
    await server.kill();
    await server.start();
    const ended = await until(
      'every file is read',
      async () => {
        const all = await states().catch(() => null);
        return all?.every(isOver) ? all : null;
      },
      280_000,
    );
    expect(ended.map(({ name, status, problem }) => `${name} ${problem ?? status}`)).toEqual(
      files.map(({ name, ends }) => expect.stringMatching(new RegExp(`^${name} (${ends})$`))),
    );
    expect(ended[0]).toMatchObject({ pages: 400, done: 400 });
    expect(ended[1]).toMatchObject({ scans: 3, recognised: 3 });
    for (const [at, { word }] of files.entries()) {
      if (word === undefined) continue;
      const { passages } = await api.trpc.retrieval.search.query({ datasetId, query: word });
      const found = passages.filter(({ text }) => text.toLowerCase().includes(word));
      expect(found.map(({ sourceId }) => sourceId)).toEqual([added[at]?.id]);
    }
  });
});
