import { readExtraction } from '@tandem/api/content/file/extraction/extraction.read';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, makeGuest, useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);

const stored = (datasetId: string) =>
  server.db.selectFrom('file').select('id').where('channelId', '=', datasetId).execute();

describe('the text of a file', () => {
  it('is given up when its pages hold more than a file may', async () => {
    const datasetId = await makeDataset(team.api, team.app.id);
    const bytes = await pdfFile([['One page of words.'], ['Another page of words.']]);
    const [source] = await addedFiles(team.api, datasetId, [{ name: 'shared.pdf', bytes }]);
    const [read] = await untilRead(team.api, [source?.id ?? '']);
    const key = { hash: read?.hash ?? '', format: 'pdf' as const };
    // As though the first page had been longer than it looks, and the server had been killed behind it.
    await sql`update "extraction_page" set "text" = repeat('x', 30000000)
      where "hash" = ${key.hash} and "index" = 1`.execute(server.db);
    await sql`delete from "extraction_page" where "hash" = ${key.hash} and "index" = 2`.execute(server.db);
    await sql`update "extraction" set "status" = 'reading', "done" = 1 where "hash" = ${key.hash}`.execute(
      server.db,
    );
    await readExtraction(server.platform, { ...key, uploaderId: team.owner.id });
    expect(await team.api.trpc.source.get.query({ sourceId: source?.id ?? '' })).toMatchObject({
      status: 'failed',
      problem: 'tooLarge',
    });
  });

  it('is read for one team after another stopped reading the same file', async () => {
    const bytes = await pdfFile(Array.from({ length: 40 }, (_, at) => [`Page ${at} of the annual report.`]));
    const first = await makeDataset(team.api, team.app.id);
    const [mine] = await addedFiles(team.api, first, [{ name: 'report.pdf', bytes }]);
    await team.api.trpc.source.stop.mutate({ datasetId: first, sourceIds: [mine?.id ?? ''] });
    await server.db
      .updateTable('extraction')
      .set({ status: 'failed', problem: 'stopped' })
      .where('hash', '=', mine?.hash ?? '')
      .execute();
    const second = await makeDataset(team.api, team.app.id);
    const [theirs] = await addedFiles(team.api, second, [{ name: 'report.pdf', bytes }]);
    expect(await untilRead(team.api, [theirs?.id ?? ''])).toMatchObject([{ status: 'ready' }]);
  });
});

describe('a content that is replaced', () => {
  it('leaves no file behind, however many replace it at once', async () => {
    const datasetId = await makeDataset(team.api, team.app.id);
    const [source] = await addedFiles(team.api, datasetId, [{ name: 'a.txt', bytes: 'first' }]);
    const uploads = await Promise.all(
      Array.from({ length: 8 }, (_, at) => uploaded(team.api, `content ${at}`, `${at}.txt`)),
    );
    await Promise.all(
      uploads.map(({ id }) =>
        team.api.trpc.source.replace.mutate({ sourceId: source?.id ?? '', fileId: id }),
      ),
    );
    const now = await team.api.trpc.source.get.query({ sourceId: source?.id ?? '' });
    expect(await stored(datasetId)).toEqual([{ id: now.file?.id }]);
  });

  it('leaves the upload to its owner when the source is removed meanwhile', async () => {
    const datasetId = await makeDataset(team.api, team.app.id);
    for (let round = 0; round < 6; round++) {
      const [source] = await addedFiles(team.api, datasetId, [{ name: 'a.txt', bytes: `first ${round}` }]);
      const sourceId = source?.id ?? '';
      const { id: fileId } = await uploaded(team.api, `second ${round}`, 'b.txt');
      const [replaced] = await Promise.allSettled([
        team.api.trpc.source.replace.mutate({ sourceId, fileId }),
        team.api.trpc.source.remove.mutate({ datasetId, sourceIds: [sourceId] }),
      ]);
      if (replaced.status === 'rejected')
        expect(replaced.reason).toMatchObject({ data: { key: 'notFound' } });
    }
    expect(await stored(datasetId)).toEqual([]);
  });
});

describe('a dataset', () => {
  it('counts folders that paths name among its sources', async () => {
    const datasetId = await makeDataset(team.api, team.app.id);
    await sql`insert into "source" ("teamId", "datasetId", "kind", "name", "creatorId")
      select ${team.team.id}, ${datasetId}, 'folder', 'n' || "n", ${team.owner.id}
      from generate_series(1, 19990) as "n"`.execute(server.db);
    const { id: fileId } = await uploaded(team.api, 'deep', 'deep.txt');
    const path = `${Array.from({ length: 20 }, (_, at) => `f${at}`).join('/')}/deep.txt`;
    await expectRefused(
      team.api.trpc.source.addFiles.mutate({ datasetId, files: [{ fileId, path }] }),
      'datasetFull',
    );
  });
});

describe('an upload', () => {
  it.each([
    ['ends', 404],
    ['is lowered', 403],
  ])('adds nothing when the right to the dataset %s while it waits', async (change, status) => {
    const datasetId = await makeDataset(team.api, team.app.id);
    const editor = await makeGuest(server, team, { targetId: datasetId, permission: 'edit' });
    const form = new FormData();
    form.append('datasetId', datasetId);
    form.append('file', new Blob(['late words']), 'late.txt');
    const { asked } = await server.db.transaction().execute(async (tx) => {
      await sql`select 1 from "dataset" where "channelId" = ${datasetId} for update`.execute(tx);
      const call = editor.api.call('POST', '/api/files/upload/dataset', { raw: form });
      await expect.poll(() => isSomebodyWaiting(), { interval: 10 }).toBe(true);
      if (change === 'ends') await tx.deleteFrom('grant').where('userId', '=', editor.user.id).execute();
      else {
        const lowered = tx.updateTable('grant').set({ level: levelRank.view });
        await lowered.where('userId', '=', editor.user.id).execute();
      }
      return { asked: call };
    });
    expect((await asked).status).toBe(status);
    expect(await stored(datasetId)).toEqual([]);
    expect((await team.api.trpc.source.list.query({ datasetId })).list).toEqual([]);
  });

  async function isSomebodyWaiting(): Promise<boolean> {
    const { rows } = await sql`select 1 from pg_stat_activity
      where "datname" = current_database() and "wait_event_type" = 'Lock'`.execute(server.db);
    return rows.length > 0;
  }
});
