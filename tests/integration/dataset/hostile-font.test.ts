import { fontBombs } from '@tandem/api/content/file/extraction/testing/pdf-bombs';
import { expect, it } from 'vitest';
import { isFullDepth } from '../../running/depth.ts';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset } from './datasets.ts';

const server = useServer();
const team = useTeam(server);

/** Parsing these takes most of the time, and shows the same bounds. */
const LONG = ['endless-type1', 'many-glyphs'];
// Made before the server is watched, since it answers in this process.
const bombs = Object.entries(fontBombs)
  .filter(([name]) => isFullDepth || !LONG.includes(name))
  .map(([name, make]) => ({ name: `${name}.pdf`, bytes: make() }));

/** Each has its bounds twice, and pages that seem to be pictures are drawn as well. */
const READ_MS = 300_000;
/** What somebody waits for an answer meanwhile, on a busy machine. */
const ANSWER_MS = 2_000;

it(
  'reads PDFs whose fonts are made to do harm within its bounds, or says that it cannot, and goes on with the next file',
  async () => {
    const datasetId = await makeDataset(team.api, team.app.id);
    const sources = await addedFiles(team.api, datasetId, [
      ...bombs,
      { name: 'good.txt', bytes: `The compass points north. ${datasetId}` },
    ]);
    const states = async () => {
      const read = await Promise.all(
        sources.map(({ id: sourceId }) => team.api.trpc.source.get.query({ sourceId })),
      );
      return Object.fromEntries(read.map(({ name, status, problem }) => [name, problem ?? status]));
    };
    let isOver = false;
    let longest = 0;
    const asking = (async () => {
      while (!isOver) {
        const begun = performance.now();
        expect((await server.stranger.get('/healthz')).status).toBe(200);
        longest = Math.max(longest, performance.now() - begun);
      }
    })();
    // Waits for its own turn only, since the others take their time.
    await expect.poll(async () => (await states())['good.txt'], { timeout: READ_MS }).toBe('ready');
    const ends = /^(ready|empty|broken|tooLarge|tooHard)$/u;
    await expect
      .poll(async () => Object.values(await states()).filter((state) => !ends.test(state)), {
        timeout: READ_MS,
      })
      .toEqual([])
      .finally(() => {
        isOver = true;
      });
    await asking;
    expect(longest).toBeLessThan(ANSWER_MS);
    const ended = await states();
    expect(ended).toMatchObject({
      'giant-tounicode.pdf': 'ready',
      'recursive-type3.pdf': expect.any(String),
    });
    expect(ended['endless-truetype.pdf']).toBe('tooHard');
  },
  2 * READ_MS,
);
