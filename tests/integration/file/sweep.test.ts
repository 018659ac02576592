import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sweepFiles } from '@tandem/api/content/file/file.jobs';
import { sweepTemporary } from '@tandem/api/content/file/temporary';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { bytesOf, pngOf, uploaded } from './files.ts';
import { type ObjectStorage, startObjectStorage } from './object-storage.ts';

let objects: ObjectStorage;
let server: OwnServer;
let team: Team;
beforeAll(async () => {
  objects = await startObjectStorage();
  server = await startTestServer({ settings: { s3: objects.settings } });
  team = await openTeam(server);
});
afterAll(async () => {
  await server.close();
  await objects.close();
});

const age = (id: string, hours: number) =>
  server.db
    .updateTable('file')
    .set({ createdAt: new Date(Date.now() - hours * 3_600_000) })
    .where('id', '=', id)
    .execute();
const hashOf = async (id: string) =>
  (await server.db.selectFrom('file').select('hash').where('id', '=', id).executeTakeFirstOrThrow()).hash;

describe('unused files', () => {
  it('are deleted after a day, with content and derived files', async () => {
    const old = await uploaded(team.api, pngOf(700, 7), 'old.png');
    const young = await uploaded(team.api, 'young');
    expect((await bytesOf(team.api, old.url.replace('content', 'thumbnail'))).status).toBe(200);
    const hash = await hashOf(old.id);
    await age(old.id, 25);
    await age(young.id, 23);
    expect(await sweepFiles(server.platform)).toEqual({ forgotten: 1, removed: 1 });
    expect((await bytesOf(team.api, old.url)).status).toBe(404);
    expect((await bytesOf(team.api, young.url)).status).toBe(200);
    for (const key of [hash, `${hash}.thumb`]) expect(await server.platform.storage.has(key)).toBe(false);
  });

  it('leave content that another row uses', async () => {
    const one = await uploaded(team.api, 'the same content');
    const two = await uploaded(team.api, 'the same content');
    await age(one.id, 48);
    expect(await sweepFiles(server.platform)).toEqual({ forgotten: 1, removed: 0 });
    expect((await bytesOf(team.api, two.url)).bytes.toString()).toBe('the same content');
  });

  it('exclude files of a channel, an app or a person', async () => {
    const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    const [inChannel, inApp] = [await uploaded(team.api, 'in channel'), await uploaded(team.api, 'in app')];
    await server.db
      .updateTable('file')
      .set({ channelId: channel.id })
      .where('id', '=', inChannel.id)
      .execute();
    await server.db.updateTable('file').set({ appId: team.app.id }).where('id', '=', inApp.id).execute();
    const picture = await uploaded(team.api, pngOf(9, 9), 'me.png');
    const { avatar } = await team.api.trpc.user.update.mutate({ avatar: picture.id });
    await server.db
      .updateTable('file')
      .set({ createdAt: new Date(0) })
      .execute();
    await sweepFiles(server.platform);
    for (const url of [inChannel.url, inApp.url, avatar])
      expect((await bytesOf(team.api, url)).status).toBe(200);
  });
});

it('include avatars of nobody after a day, with their content', async () => {
  const picture = await uploaded(team.api, pngOf(12, 9), 'me.png');
  const { avatar } = await team.api.trpc.user.update.mutate({ avatar: picture.id });
  const { id } = await server.db
    .selectFrom('file')
    .select('id')
    .where('isAvatar', '=', true)
    .where('uploaderId', '=', team.owner.id)
    .executeTakeFirstOrThrow();
  const hash = await hashOf(id);
  await age(id, 48);
  await sweepFiles(server.platform);
  expect((await bytesOf(team.api, avatar)).status).toBe(200);
  await server.db.updateTable('user').set({ avatar: '' }).where('id', '=', team.owner.id).execute();
  await sweepFiles(server.platform);
  expect((await bytesOf(team.api, avatar)).status).toBe(404);
  expect(await server.platform.storage.has(hash)).toBe(false);
});

it('are deleted even when other content cannot be', async () => {
  const files = [await uploaded(team.api, 'stays for now'), await uploaded(team.api, 'can go')];
  for (const { id } of files) await age(id, 25);
  const [stuck = ''] = await Promise.all(files.map(({ id }) => hashOf(id)));
  const { storage } = server.platform;
  const remove = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
    if (key === stuck) throw new Error('refused');
  });
  expect(await sweepFiles(server.platform)).toEqual({ forgotten: 2, removed: 1 });
  remove.mockRestore();
  expect(await sweepFiles(server.platform)).toEqual({ forgotten: 0, removed: 1 });
});

it('content is deleted with a permanently deleted channel', async () => {
  const channel = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
  const file = await uploaded(team.api, 'goes with its channel');
  const hash = await hashOf(file.id);
  await server.db.updateTable('file').set({ channelId: channel.id }).where('id', '=', file.id).execute();
  await server.db.deleteFrom('channel').where('id', '=', channel.id).execute();
  await sweepFiles(server.platform);
  expect(await server.platform.storage.has(hash)).toBe(false);
});

it('never include content of an upload at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const content = `again and again ${round}`;
    const old = await uploaded(team.api, content);
    await age(old.id, 30);
    const [, fresh] = await Promise.all([sweepFiles(server.platform), uploaded(team.api, content)]);
    await sweepFiles(server.platform);
    expect((await bytesOf(team.api, fresh.url)).bytes.toString()).toBe(content);
  }
});

describe('partial files of a killed server', () => {
  it('are deleted at the next start, but not another server’s upload', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tandem-tmp-'));
    const folder = path.join(dataDir, 'tmp');
    mkdirSync(folder);
    for (const name of ['stale', 'growing']) writeFileSync(path.join(folder, name), 'half');
    utimesSync(path.join(folder, 'stale'), 0, 0);
    await sweepTemporary(dataDir, { onlyServer: false });
    expect(readdirSync(folder)).toEqual(['growing']);
    await sweepTemporary(dataDir, { onlyServer: true });
    expect(existsSync(path.join(folder, 'growing'))).toBe(false);
    await rm(dataDir, { recursive: true });
  });
});
