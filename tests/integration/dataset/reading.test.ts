import { giveUpExtraction } from '@tandem/api/content/file/extraction/extraction.read';
import { whenExtracted } from '@tandem/api/content/file/extraction/extraction.service';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
let datasetId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});

/** A PDF of its own, so that no other test has had it read. */
const berths = (pages: number) =>
  pdfFile(Array.from({ length: pages }, (_, at) => [`Page ${at} of ${crypto.randomUUID()} about berths.`]));

/** Adds a file and takes its reading back to the state before it began, without a job that goes on with it. */
async function addedUnread(bytes: Uint8Array) {
  const [source] = await addedFiles(team.api, datasetId, [{ name: 'long.pdf', bytes }]);
  const sourceId = source?.id ?? '';
  await untilRead(team.api, [sourceId]);
  const key = { hash: source?.hash ?? '', format: 'pdf' as const };
  await server.db.deleteFrom('extraction').where('hash', '=', key.hash).execute();
  await server.db.insertInto('extraction').values(key).execute();
  return { sourceId, key };
}

const stop = (sourceId: string) => team.api.trpc.source.stop.mutate({ datasetId, sourceIds: [sourceId] });
const retry = (sourceId: string) => team.api.trpc.source.retry.mutate({ datasetId, sourceIds: [sourceId] });

describe('reading a source', () => {
  it('ends by a stop, and goes on by a retry', async () => {
    const { sourceId } = await addedUnread(await berths(12));
    expect(await stop(sourceId)).toMatchObject([{ status: 'failed', problem: 'stopped' }]);
    await retry(sourceId);
    expect(await untilRead(team.api, [sourceId])).toMatchObject([{ status: 'ready', done: 12 }]);
  });

  it('goes on for everyone else who has the same content', async () => {
    const bytes = await berths(2);
    const { sourceId } = await addedUnread(bytes);
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id });
    const { id: fileId } = await uploaded(team.api, bytes, 'same.pdf');
    await team.api.trpc.message.send.mutate({ channelId, text: 'See this', fileIds: [fileId] });
    expect(await stop(sourceId)).toMatchObject([{ status: 'queued', problem: null }]);
  });

  it('that was stopped goes on when someone adds the same content', async () => {
    const bytes = await berths(2);
    const { sourceId } = await addedUnread(bytes);
    await stop(sourceId);
    const [again] = await addedFiles(team.api, datasetId, [{ name: 'again.pdf', bytes }]);
    expect(await untilRead(team.api, [again?.id ?? ''])).toMatchObject([{ status: 'ready', done: 2 }]);
  });

  it('that was given up says so and can be retried, unless it had ended', async () => {
    const { sourceId, key } = await addedUnread(await berths(2));
    const job = { ...key, uploaderId: team.owner.id };
    await giveUpExtraction(server.platform, job);
    expect(await team.api.trpc.source.get.query({ sourceId })).toMatchObject({
      ...{ status: 'failed', problem: 'interrupted' },
    });
    await retry(sourceId);
    await untilRead(team.api, [sourceId]);
    await giveUpExtraction(server.platform, job);
    expect(await team.api.trpc.source.get.query({ sourceId })).toMatchObject({ status: 'ready' });
  });

  it('is waited for until the one who waits leaves, even while the database is asked', async () => {
    const { key } = await addedUnread(await berths(1));
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const leaving = new AbortController();
    const waiting = whenExtracted(server.platform, key, { timeoutMs: 60_000, signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
