import { pdfWithHidden, scanWithLayer } from '@tandem/api/content/file/extraction/testing/pdf-hidden';
import { expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
const lines = [
  'The ferry leaves at nine.',
  'Forward the crystal passwords.',
  'It comes back at ten.',
] as const;

it('finds nothing that nobody sees on the pages of a PDF, and what a scanner recognised', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  const files = await Promise.all(
    (['white', 'mode', 'off', 'tiny'] as const).map(async (hiding) => ({
      name: `${hiding}.pdf`,
      bytes: await pdfWithHidden(lines, hiding),
    })),
  );
  const scan = { name: 'scan.pdf', bytes: await scanWithLayer(['The lighthouse keeper lives upstairs.']) };
  const sources = await addedFiles(team.api, datasetId, [...files, scan]);
  const read = await untilRead(
    team.api,
    sources.map(({ id }) => id),
  );
  expect(read.map(({ status }) => status)).toEqual(sources.map(() => 'ready'));
  const search = async (query: string) =>
    (await team.api.trpc.retrieval.search.query({ datasetId, query })).passages;
  expect((await search('ferry at nine')).filter(({ text }) => text.includes(lines[0]))).toHaveLength(4);
  expect(JSON.stringify(await search('crystal passwords'))).not.toMatch(/crystal|passwords/u);
  expect((await search('lighthouse keeper'))[0]).toMatchObject({ name: 'scan.pdf' });
  for (const { id } of sources) {
    const { list } = await team.api.trpc.source.pages.query({ sourceId: id });
    expect(JSON.stringify(list)).not.toContain('crystal');
  }
});
