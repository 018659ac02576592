import { wordFile, wordParagraph } from '@tandem/api/content/file/extraction/testing/archive';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { MAX_ATTACHED } from '@tandem/shared/dataset/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, makeGuest, useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
let datasetId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});

const names = async (parentId: string | null = null) =>
  (await team.api.trpc.source.list.query({ datasetId, parentId })).list.map(({ name }) => name);

describe('files of a dataset', () => {
  it('are read, each to its end or its reason', async () => {
    const pdf = await pdfFile([['The harbour opens in May.'], ['Berths cost twelve crowns.']]);
    const added = await addedFiles(team.api, datasetId, [
      { name: 'harbour.pdf', bytes: pdf },
      { name: 'ropes.docx', bytes: wordFile(wordParagraph('Ropes are stored in the loft.')) },
      { name: 'broken.pdf', bytes: pdf.subarray(0, 80) },
      { name: 'tool.bin', bytes: new Uint8Array([1, 2, 0, 3, 255]) },
    ]);
    const read = await untilRead(
      team.api,
      added.map(({ id }) => id),
    );
    expect(read.map(({ name, status, problem, done }) => [name, status, problem, done])).toEqual([
      ['harbour.pdf', 'ready', null, 2],
      ['ropes.docx', 'ready', null, 1],
      ['broken.pdf', 'failed', 'broken', 0],
      ['tool.bin', 'failed', 'notReadable', 0],
    ]);
    const { list } = await team.api.trpc.source.pages.query({ sourceId: read[0]?.id ?? '' });
    expect(list.map(({ text }) => text.trim())).toEqual([
      'The harbour opens in May.',
      'Berths cost twelve crowns.',
    ]);
    expect(await team.api.trpc.dataset.get.query({ datasetId })).toMatchObject({
      name: 'Harbour',
      sources: { ready: 2, failed: 2, queued: 0, reading: 0 },
      pages: 3,
    });
  });

  it('keep the tree of an uploaded folder', async () => {
    await addedFiles(team.api, datasetId, [
      { name: 'a.txt', bytes: 'First', path: 'Docs/Plans/a.txt' },
      { name: 'b.txt', bytes: 'Second', path: 'Docs/b.txt' },
      { name: 'c.txt', bytes: 'Third', path: '../../c.txt' },
    ]);
    expect(await names()).toEqual(['Docs', 'c.txt']);
    const [docs] = (await team.api.trpc.source.list.query({ datasetId })).list;
    expect(await names(docs?.id)).toEqual(['Plans', 'b.txt']);
    // A second upload finds the folders of the first.
    await addedFiles(team.api, datasetId, [{ name: 'd.txt', bytes: 'Fourth', path: 'Docs/Plans/d.txt' }]);
    const [plans] = (await team.api.trpc.source.list.query({ datasetId, parentId: docs?.id })).list;
    expect(await names(plans?.id)).toEqual(['a.txt', 'd.txt']);
  });

  it('are added once, however often the call is repeated', async () => {
    const { id: fileId } = await uploaded(team.api, 'Once', 'once.txt');
    const add = () => team.api.trpc.source.addFiles.mutate({ datasetId, files: [{ fileId }] });
    const [first] = await add();
    const [second] = await add();
    expect(second?.id).toBe(first?.id);
    expect(await names()).toEqual(['once.txt']);
  });

  it('are listed page by page, folders first', async () => {
    await team.api.trpc.source.addFolder.mutate({ datasetId, name: 'Z' });
    await addedFiles(
      team.api,
      datasetId,
      ['a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, bytes: name })),
    );
    const list = team.api.trpc.source.list;
    const first = await list.query({ datasetId, limit: 2 });
    expect(first.list.map(({ name }) => name)).toEqual(['Z', 'a.txt']);
    const rest = await list.query({ datasetId, limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest.list.map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
    expect(rest.nextCursor).toBeNull();
    await expectRefused(list.query({ datasetId, cursor: 'x' }), 'invalidInput');
  });

  it('go with their content when they are removed, with everything below', async () => {
    const [file] = await addedFiles(team.api, datasetId, [
      { name: 'a.txt', bytes: 'Away', path: 'Docs/a.txt' },
    ]);
    const [docs] = (await team.api.trpc.source.list.query({ datasetId })).list;
    const { removed } = await team.api.trpc.source.remove.mutate({ datasetId, sourceIds: [docs?.id ?? ''] });
    expect(removed.sort()).toEqual([docs?.id, file?.id].sort());
    await expectRefused(team.api.trpc.source.get.query({ sourceId: file?.id ?? '' }), 'notFound');
    const left = await server.db
      .selectFrom('file')
      .select('id')
      .where('id', '=', file?.file?.id ?? '')
      .execute();
    expect(left).toEqual([]);
  });

  it('get another content by a replacement', async () => {
    const [file] = await addedFiles(team.api, datasetId, [{ name: 'prices.txt', bytes: 'Ten crowns' }]);
    const { id: fileId } = await uploaded(team.api, 'Eleven crowns', 'new prices.txt');
    const sourceId = file?.id ?? '';
    const replaced = await team.api.trpc.source.replace.mutate({ sourceId, fileId });
    expect(replaced.hash).not.toBe(file?.hash);
    await untilRead(team.api, [sourceId]);
    const { list } = await team.api.trpc.source.pages.query({ sourceId });
    expect(list[0]?.text).toContain('Eleven crowns');
  });

  it('keep the last of several replacements, and nothing of the others', async () => {
    const [file] = await addedFiles(team.api, datasetId, [{ name: 'prices.txt', bytes: 'Ten crowns' }]);
    const sourceId = file?.id ?? '';
    const uploads = await Promise.all(
      ['Eleven', 'Twelve', 'Thirteen'].map((words) => uploaded(team.api, words, `${words}.txt`)),
    );
    const replace = (fileId: string) => team.api.trpc.source.replace.mutate({ sourceId, fileId });
    await Promise.all(uploads.map(({ id }) => replace(id)));
    const { file: held } = await team.api.trpc.source.get.query({ sourceId });
    const files = server.db.selectFrom('file').select('id').where('channelId', '=', datasetId);
    expect(await files.execute()).toEqual([{ id: held?.id }]);
    // A call that is repeated because its answer was lost finds its work done.
    expect((await replace(held?.id ?? '')).file?.id).toBe(held?.id);
  });

  it('find the folders of deep paths by a few queries', async () => {
    const path = (n: number) =>
      `${Array.from({ length: 30 }, (_, depth) => `${depth}-${n}`).join('/')}/x.txt`;
    const files = Array.from({ length: 12 }, (_, n) => ({
      name: 'x.txt',
      bytes: `Words ${n}`,
      path: path(n),
    }));
    await addedFiles(team.api, datasetId, files);
    const count = server.db
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('datasetId', '=', datasetId);
    expect(await count.executeTakeFirst()).toEqual({ count: 12 * 31 });
    const [again] = await addedFiles(team.api, datasetId, [{ name: 'y.txt', bytes: 'More', path: path(3) }]);
    const [x] = (await team.api.trpc.source.list.query({ datasetId, parentId: again?.parentId })).list;
    expect(x?.name).toBe('x.txt');
    expect(await count.executeTakeFirst()).toEqual({ count: 12 * 31 + 1 });
    await expectRefused(
      addedFiles(team.api, datasetId, [
        { name: 'z.txt', bytes: 'Deep', path: 'd/'.repeat(32).concat('z.txt') },
      ]),
      'treeTooDeep',
    );
  });

  it('move to a folder, but no folder into itself', async () => {
    const [file] = await addedFiles(team.api, datasetId, [{ name: 'a.txt', bytes: 'Move' }]);
    const { id: outer } = await team.api.trpc.source.addFolder.mutate({ datasetId, name: 'Outer' });
    const inner = await team.api.trpc.source.addFolder.mutate({ datasetId, name: 'Inner', parentId: outer });
    const move = (sourceId: string, parentId: string | null) =>
      team.api.trpc.source.move.mutate({ datasetId, sourceIds: [sourceId], parentId });
    await move(file?.id ?? '', inner.id);
    expect(await names(inner.id)).toEqual(['a.txt']);
    await expectRefused(move(outer, inner.id), 'treeCycle');
    await expectRefused(move(inner.id, file?.id ?? ''), 'notFound');
  });
});

describe('texts', () => {
  it('are added once by their key', async () => {
    const text = {
      datasetId,
      name: 'Rules',
      text: '# Rules\n\nNo fires on board.',
      clientKey: crypto.randomUUID(),
    };
    const first = await team.api.trpc.source.addText.mutate(text);
    const again = await team.api.trpc.source.addText.mutate(text);
    expect(again.id).toBe(first.id);
    const [read] = await untilRead(team.api, [first.id]);
    expect(read).toMatchObject({ kind: 'text', name: 'Rules', status: 'ready' });
    const elsewhere = await makeDataset(team.api, team.app.id);
    await expectRefused(team.api.trpc.source.addText.mutate({ ...text, datasetId: elsewhere }), 'conflict');
  });

  it('with one key in two datasets at once are added to one of them', async () => {
    const text = { name: 'Rules', text: 'No fires on board.', clientKey: crypto.randomUUID() };
    const elsewhere = await makeDataset(team.api, team.app.id);
    const [first, second] = await Promise.allSettled(
      [datasetId, elsewhere].map((id) => team.api.trpc.source.addText.mutate({ ...text, datasetId: id })),
    );
    const refused = [first, second].find((each) => each?.status === 'rejected');
    expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(Promise.reject(refused?.reason), 'conflict');
    const files = server.db.selectFrom('file').select('id').where('channelId', 'in', [datasetId, elsewhere]);
    expect(await files.execute()).toHaveLength(1);
  });
});

describe('the datasets of a channel', () => {
  it('are limited, also when several are attached at once', async () => {
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id });
    const made = await Promise.all(
      Array.from({ length: MAX_ATTACHED + 1 }, (_, at) =>
        makeChannel(server.db, {
          ...{ appId: team.app.id, creatorId: team.owner.id, kind: 'dataset', name: `Papers ${at}` },
        }),
      ),
    );
    const ids = made.map(({ id }) => id);
    await server.db
      .insertInto('dataset')
      .values(ids.map((id) => ({ channelId: id, teamId: team.team.id })))
      .execute();
    const attach = (id: string) => team.api.trpc.dataset.attach.mutate({ datasetId: id, to: { channelId } });
    for (const id of ids.slice(0, MAX_ATTACHED - 1)) await attach(id);
    const last = await Promise.allSettled(ids.slice(MAX_ATTACHED - 1).map(attach));
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = last.find((each) => each.status === 'rejected');
    await expectRefused(Promise.reject(refused?.reason), 'tooManyDatasets');
    // One that is attached already is none too many.
    expect(await attach(ids[0] ?? '')).toHaveLength(MAX_ATTACHED);
  });
});

describe('a dataset', () => {
  it('is seen and changed by the rights of its channel', async () => {
    const guest = await makeGuest(server, team, { targetId: datasetId, permission: 'view' });
    expect((await guest.api.trpc.dataset.get.query({ datasetId })).abilities.edit).toBe(false);
    await expectRefused(guest.api.trpc.source.addFolder.mutate({ datasetId, name: 'Mine' }), 'forbidden');
    const stranger = await team.person('guest');
    await expectRefused(stranger.api.trpc.dataset.get.query({ datasetId }), 'notFound');
    await expectRefused(stranger.api.trpc.source.list.query({ datasetId }), 'notFound');
    const { id: chat } = await team.api.trpc.channel.create.mutate({ appId: team.app.id });
    await expectRefused(team.api.trpc.dataset.get.query({ datasetId: chat }), 'notFound');
  });

  it('is listed for those who see it, by name', async () => {
    const { list } = await team.api.trpc.dataset.list.query({ query: 'harb' });
    expect(list.map(({ id }) => id)).toContain(datasetId);
    const stranger = await team.person('guest');
    expect((await stranger.api.trpc.dataset.list.query({})).list).toEqual([]);
  });

  it('is attached by who manages it, and shows its name to those who see it', async () => {
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id });
    const attach = { datasetId, to: { channelId } };
    const guest = await makeGuest(server, team, { targetId: channelId, permission: 'edit' });
    await expectRefused(guest.api.trpc.dataset.attach.mutate(attach), 'notFound');
    expect(await team.api.trpc.dataset.quoteReaders.query(attach)).toEqual({
      others: 1,
      names: [guest.user.name],
    });
    const attached = await team.api.trpc.dataset.attach.mutate(attach);
    expect(attached).toMatchObject([{ datasetId, name: 'Harbour' }]);
    expect(await guest.api.trpc.dataset.attached.query({ to: { channelId } })).toMatchObject([
      { datasetId, name: null },
    ]);
    expect(await guest.api.trpc.dataset.detach.mutate(attach)).toEqual([]);
  });
});
