import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sweepStates } from '@tandem/api/agent/files/files.jobs';
import { WorkingCopy } from '@tandem/api/agent/files/working-copy';
import {
  type Channel,
  commitFiles,
  editFiles,
  newestFiles,
  restoreFiles,
} from '@tandem/api/agent/files/workspace';
import { sweepFiles } from '@tandem/api/content/file/file.jobs';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';

const server = useServer();
let team: Team;
let channel: Channel;
let copies: WorkingCopy[] = [];
const reading = (settings = {}) => ({
  platform: { ...server.platform, settings: { ...server.platform.settings, ...settings } },
  db: server.db,
});
const write = (file: string, words: string, within = channel) =>
  editFiles(reading(), within, [{ do: 'write', path: file, content: { bytes: Buffer.from(words) } }]);
const newest = async (within = channel) => (await newestFiles(reading(), within.id)).entries;
async function openChannel(): Promise<Channel> {
  const { id, teamId } = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
  return { id, teamId };
}
async function copyOf(within: Channel, settings = {}): Promise<WorkingCopy> {
  const copy = await WorkingCopy.make(reading(settings).platform, within.id);
  copies.push(copy);
  return copy;
}
const keeps = async ({ id }: Channel) =>
  (await server.db.selectFrom('kept_content').select('hash').where('channelId', '=', id).execute()).map(
    ({ hash }) => hash,
  );
const age = (within: Channel, days: number) =>
  Promise.all([
    sql`update "kept_content" set "keptAt" = "keptAt" - make_interval(days => ${days}) where "channelId" = ${within.id}`.execute(
      server.db,
    ),
    sql`update "agent_manifest" set "createdAt" = "createdAt" - make_interval(days => ${days}) where "channelId" = ${within.id}`.execute(
      server.db,
    ),
  ]);

beforeEach(async () => {
  team = await openTeam(server);
  channel = await openChannel();
});
afterEach(async () => {
  await Promise.all(copies.map((copy) => copy.discard()));
  copies = [];
});

describe('a channel', () => {
  it('keeps what a copy of it holds, though another channel keeps it already', async () => {
    await write('a', `shared ${channel.id}`);
    const other = await openChannel();
    const copy = await copyOf(other);
    await copy.checkOut(await newest());
    const { entries } = await copy.snapshot(server.db);
    await commitFiles(reading(), other, { entries, from: null, kind: 'step' });
    await server.db.deleteFrom('channel').where('id', '=', channel.id).execute();
    await sweepFiles(server.platform);
    const again = await copyOf(other);
    await again.checkOut(await newest(other));
    expect(readFileSync(path.join(again.folder, 'a'), 'utf8')).toBe(`shared ${channel.id}`);
  });

  it('has no state that names what only another keeps', async () => {
    await write('a', `theirs ${channel.id}`);
    const foreign = { entries: await newest(), from: null, kind: 'step' as const };
    await expect(commitFiles(reading(), await openChannel(), foreign)).rejects.toMatchObject({
      key: 'notFound',
    });
  });

  it('keeps no more than it may, and stores nothing beyond', async () => {
    const settings = { agentMegabytes: 1 };
    const copy = await copyOf(channel, settings);
    writeFileSync(path.join(copy.folder, 'a'), 'x'.repeat(700_000));
    await copy.snapshot(server.db);
    const before = await keeps(channel);
    const words = `${channel.id}${'y'.repeat(700_000)}`;
    const content = { bytes: Buffer.from(words) };
    await expect(
      editFiles(reading(settings), channel, [{ do: 'write', path: 'b', content }]),
    ).rejects.toMatchObject({ key: 'agentFilesFull', params: { most: 1 } });
    writeFileSync(path.join(copy.folder, 'b'), words);
    await expect(copy.snapshot(server.db)).rejects.toMatchObject({ key: 'agentFilesFull' });
    expect(await keeps(channel)).toEqual(before);
    // What it keeps already costs nothing.
    const kept = { bytes: Buffer.from('x'.repeat(700_000)) };
    await editFiles(reading(settings), channel, [{ do: 'write', path: 'c', content: kept }]);
    const both = await Promise.allSettled(
      ['p', 'q'].map((letter) =>
        editFiles(reading(settings), channel, [
          { do: 'write', path: letter, content: { bytes: Buffer.from(letter.repeat(200_000)) } },
        ]),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives up what neither its newest files nor the states of the last days name', async () => {
    const old = await write('gone', `gone ${channel.id}`);
    for (let index = 0; index < 60; index += 1) await write(`f${index % 55}`, `${channel.id} ${index}`);
    await editFiles(reading(), channel, [{ do: 'delete', path: 'gone' }]);
    await age(channel, 40);
    await write('late', `late ${channel.id}`);
    await age(channel, 3);
    await write('f1', `newest ${channel.id}`);
    // Kept, and named by no state yet.
    const copy = await copyOf(channel);
    writeFileSync(path.join(copy.folder, 'a'), `waiting ${channel.id}`);
    const { entries } = await copy.snapshot(server.db);
    const before = await keeps(channel);
    expect(await sweepStates(reading({ agentDays: 30 }).platform)).toBeGreaterThanOrEqual(1);
    const left = await keeps(channel);
    // The deleted file, and five that were written over before.
    expect(before.length - left.length).toBe(6);
    for (const { hash } of [...(await newest()).values(), ...entries.values()]) expect(left).toContain(hash);
    const refused = restoreFiles(reading(), channel, { manifestId: old.id });
    await expect(refused).rejects.toMatchObject({ key: 'notFound' });
    await sweepFiles(server.platform);
    const again = await copyOf(channel);
    await again.checkOut(await newest());
    expect(readdirSync(again.folder)).toHaveLength(56);
  });
});

describe('a protected path', () => {
  const attempts: [string, (at: string, folder: string) => void][] = [
    ['write over it', (at) => writeFileSync(at, 'changed')],
    ['delete it', (at) => unlinkSync(at)],
    ['make it a program', (at) => chmodSync(at, 0o755)],
    [
      'put a link in its place',
      (at) => {
        unlinkSync(at);
        symlinkSync('other', at);
      },
    ],
    [
      'put a folder in its place',
      (at) => {
        unlinkSync(at);
        mkdirSync(at);
        writeFileSync(path.join(at, 'x'), '1');
      },
    ],
    ['rename it to another case', (at, folder) => renameSync(at, path.join(folder, 'memory.md'))],
  ];

  it.each(attempts)('comes back when a command tries to %s', async (_title, attempt) => {
    await write('MEMORY.md', 'mine');
    await write('other', '1');
    const copy = await copyOf(channel);
    await copy.checkOut(await newest());
    attempt(path.join(copy.folder, 'MEMORY.md'), copy.folder);
    writeFileSync(path.join(copy.folder, 'other'), '2');
    const { entries, leftOut } = await copy.snapshot(server.db, { protectedPaths: ['MEMORY.md'] });
    expect([...entries.keys()].sort()).toEqual(['MEMORY.md', 'other']);
    expect(entries.get('MEMORY.md')?.hash).toBe((await newest()).get('MEMORY.md')?.hash);
    expect(entries.get('other')?.hash).not.toBe((await newest()).get('other')?.hash);
    expect(leftOut).toContainEqual({
      path: expect.stringMatching(/^memory\.md/i),
      reason: 'commands cannot change it',
    });
    expect(readFileSync(path.join(copy.folder, 'MEMORY.md'), 'utf8')).toBe('mine');
    expect(readdirSync(copy.folder).sort()).toEqual(['MEMORY.md', 'other']);
    expect((await copy.snapshot(server.db, { protectedPaths: ['MEMORY.md'] })).leftOut).toEqual([]);
  });

  it('is not made by a command', async () => {
    const copy = await copyOf(channel);
    rmSync(copy.folder, { recursive: true });
    mkdirSync(path.join(copy.folder, 'Memory.md'), { recursive: true });
    writeFileSync(path.join(copy.folder, 'Memory.md', 'x'), '1');
    const { entries, leftOut } = await copy.snapshot(server.db, { protectedPaths: ['MEMORY.md'] });
    expect(entries.size).toBe(0);
    expect(leftOut).toEqual([{ path: 'Memory.md/x', reason: 'commands cannot change it' }]);
    expect(readdirSync(copy.folder)).toEqual([]);
  });
});
