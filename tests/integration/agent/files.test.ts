import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { filesThatDiffer, withHunks } from '@tandem/api/agent/files/difference';
import type { Entries } from '@tandem/api/agent/files/entries';
import { readManifest, storeManifest } from '@tandem/api/agent/files/manifest';
import { mergeEntries } from '@tandem/api/agent/files/merge';
import { WorkingCopy } from '@tandem/api/agent/files/working-copy';
import {
  type Channel,
  commitFiles,
  type Edit,
  editFiles,
  fileAt,
  folderOf,
  newestFiles,
  readContent,
  readText,
  restoreFiles,
} from '@tandem/api/agent/files/workspace';
import { zipOf } from '@tandem/api/agent/files/zip';
import { sweepFiles } from '@tandem/api/content/file/file.jobs';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';

const server = useServer();
let team: Team;
let channel: Channel;
let copies: WorkingCopy[] = [];
const reading = () => ({ platform: server.platform, db: server.db });
/** The same without what was read before. */
const unread = () => ({ platform: { ...server.platform, instances: new Map() }, db: server.db });
const write = (path: string, words: string): Edit => ({
  do: 'write',
  path,
  content: { bytes: Buffer.from(words) },
});
const edit = (...edits: Edit[]) => editFiles(reading(), channel, edits);
const newest = async () => (await newestFiles(reading(), channel.id)).entries;
const wordsOf = async (entries: Entries) =>
  Object.fromEntries(
    await Promise.all(
      [...entries].map(async ([name, entry]) => [name, await readText(reading(), entry)] as const),
    ),
  );
async function copyOf(entries: Entries): Promise<WorkingCopy> {
  const copy = await WorkingCopy.make(server.platform, channel.id);
  copies.push(copy);
  await copy.checkOut(entries);
  return copy;
}

beforeEach(async () => {
  team = await openTeam(server);
  const { id, teamId } = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
  channel = { id, teamId };
});
afterEach(async () => {
  await Promise.all(copies.map((copy) => copy.discard()));
  copies = [];
});

describe('files of a channel', () => {
  it('are written, renamed and deleted, each time as a new state', async () => {
    const first = await edit(write('a.txt', 'one'), write('src/b.txt', 'two'));
    expect(first).toMatchObject({ parentId: null, depth: 0, files: 2, bytes: 6 });
    const second = await edit({ do: 'rename', path: 'src', to: 'lib/c' }, write('a.txt', 'three'));
    expect(second.parentId).toBe(first.id);
    expect(await wordsOf(await newest())).toEqual({ 'a.txt': 'three', 'lib/c/b.txt': 'two' });
    await edit({ do: 'delete', path: 'lib' });
    expect(await wordsOf(await newest())).toEqual({ 'a.txt': 'three' });
    expect(await wordsOf(await readManifest(reading(), channel.id, first.id))).toEqual({
      'a.txt': 'one',
      'src/b.txt': 'two',
    });
  });

  it('are restored, whole or in part', async () => {
    const { id } = await edit(write('a', '1'), write('b/c', '2'));
    await edit(write('a', '3'), write('b/d', '4'), { do: 'delete', path: 'b/c' });
    await restoreFiles(reading(), channel, { manifestId: id, path: 'b' });
    expect(await wordsOf(await newest())).toEqual({ a: '3', 'b/c': '2' });
    const { kind } = await restoreFiles(reading(), channel, { manifestId: id });
    expect(kind).toBe('restore');
    expect(await wordsOf(await newest())).toEqual({ a: '1', 'b/c': '2' });
  });

  it('are not changed at all when part of an edit is refused', async () => {
    await edit(write('a', '1'), write('b/c', '2'));
    for (const [refused, key] of [
      [{ do: 'delete', path: 'q' }, 'notFound'],
      [{ do: 'rename', path: 'q', to: 'r' }, 'notFound'],
      [{ do: 'rename', path: 'a', to: 'b/c' }, 'invalidInput'],
      [write('A', '1'), 'invalidInput'],
      [write('a/x', '1'), 'invalidInput'],
      [write('b', '1'), 'invalidInput'],
      [write('../a', '1'), 'invalidInput'],
      [{ do: 'rename', path: 'a', to: '/etc/passwd' }, 'invalidInput'],
      [{ do: 'delete', path: 'b\\c' }, 'invalidInput'],
    ] as [Edit, string][])
      await expect(edit(write('new', '1'), refused), JSON.stringify(refused)).rejects.toMatchObject({ key });
    expect(await wordsOf(await newest())).toEqual({ a: '1', 'b/c': '2' });
  });

  it('take edits that race each other, all of them', async () => {
    await edit(write('a', '1'));
    await Promise.all(['b', 'c', 'd'].map((name) => edit(write(name, name))));
    expect(await wordsOf(await newest())).toEqual({ a: '1', b: 'b', c: 'c', d: 'd' });
  });

  it('are found by paths that are judged, and belong to their channel', async () => {
    const { id } = await edit(write('dir/a', '1'));
    const entries = await newest();
    expect(folderOf(entries, '').folders).toMatchObject([{ path: 'dir' }]);
    expect(fileAt(entries, 'dir/a').size).toBe(1);
    for (const hostile of ['..', '../..', '/etc', 'dir/../..', '%2e%2e', 'dir\\a', 'a\0', 'dir/'])
      expect(() => folderOf(entries, hostile), hostile).toThrow(
        expect.objectContaining({ key: 'invalidInput' }),
      );
    expect(() => fileAt(entries, 'dir')).toThrow(expect.objectContaining({ key: 'notFound' }));
    expect(() => fileAt(entries, 'DIR/a')).toThrow(expect.objectContaining({ key: 'notFound' }));
    const other = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
    await expect(readManifest(reading(), other.id, id)).rejects.toMatchObject({ key: 'notFound' });
    const foreign = { entries, parentId: id, kind: 'step' as const };
    await expect(storeManifest(reading(), other, foreign)).rejects.toMatchObject({ key: 'notFound' });
  });

  it('are refused beyond what a workspace holds', async () => {
    await edit(write('a', '1'));
    const entry = fileAt(await newest(), 'a');
    const commit = (entries: Entries) =>
      commitFiles(reading(), channel, { entries, from: null, kind: 'step' });
    const many = new Map(Array.from({ length: 20_001 }, (_each, index) => [`f${index}`, entry]));
    await expect(commit(many)).rejects.toMatchObject({ key: 'invalidInput' });
    const large = new Map([['a', { ...entry, size: 2 ** 40 }]]);
    await expect(commit(large)).rejects.toMatchObject({ key: 'fileTooLarge' });
    await expect(commit(new Map())).rejects.toMatchObject({ key: 'conflict' });
  });

  it('are compared by file, and texts by line', async () => {
    const before = await readManifest(
      reading(),
      channel.id,
      (await edit(write('a', 'x\ny\nz\n'), write('b', '1'))).id,
    );
    await edit(write('a', 'x\nq\nz\n'), { do: 'delete', path: 'b' }, write('c', 'new\n'), write('d', 'a\0b'));
    const differing = filesThatDiffer(before, await newest());
    const all = await withHunks(reading(), differing, { userId: team.owner.id });
    expect(all.map(({ path, kind }) => [path, kind])).toEqual([
      ['a', 'changed'],
      ['b', 'deleted'],
      ['c', 'added'],
      ['d', 'added'],
    ]);
    expect(all[0]?.hunks?.[0]?.lines).toEqual([' x', '-y', '+q', ' z']);
    expect(all[3]?.hunks).toBeNull();
  });

  it('are packed into an archive, a folder from its top', async () => {
    await edit(write('dir/a.txt', 'one'), write('dir/sub/é.txt', 'two'), write('dirt', '3'));
    const entries = await newest();
    const zip = unzipSync(await buffer(Readable.from(zipOf(reading(), entries, 'dir'))));
    expect(Object.keys(zip)).toEqual(['a.txt', 'sub/é.txt']);
    expect(Buffer.from(zip['a.txt'] as Uint8Array).toString()).toBe('one');
    expect(() => zipOf(reading(), entries, '../dir')).toThrow();
    expect(() => zipOf(reading(), entries, 'dirt')).toThrow(expect.objectContaining({ key: 'notFound' }));
  });
});

describe('a working copy', () => {
  it('becomes each state, and what it became is a state', async () => {
    await edit(write('a.txt', 'one'), write('src/deep/b.txt', 'two'));
    const copy = await copyOf(await newest());
    expect(readFileSync(path.join(copy.folder, 'src/deep/b.txt'), 'utf8')).toBe('two');
    writeFileSync(path.join(copy.folder, 'a.txt'), 'changed');
    writeFileSync(path.join(copy.folder, 'run.sh'), 'true', { mode: 0o755 });
    rmSync(path.join(copy.folder, 'src'), { recursive: true });
    const { entries, leftOut } = await copy.snapshot(server.db);
    expect(leftOut).toEqual([]);
    expect(await wordsOf(entries)).toEqual({ 'a.txt': 'changed', 'run.sh': 'true' });
    expect(entries.get('run.sh')?.isExecutable).toBe(true);
    await copy.checkOut(await newest());
    expect(readdirSync(copy.folder, { recursive: true }).sort()).toEqual([
      'a.txt',
      'src',
      'src/deep',
      'src/deep/b.txt',
    ]);
    await copy.checkOut(new Map([['src', fileAt(await newest(), 'a.txt')]]));
    expect(readdirSync(copy.folder)).toEqual(['src']);
    const again = await copyOf(entries);
    expect(readFileSync(path.join(again.folder, 'a.txt'), 'utf8')).toBe('changed');
  });

  it('writes through no link that a command left', async () => {
    await edit(write('a', '1'), write('dir/b', '2'));
    const outside = path.join(path.dirname((await copyOf(new Map())).folder), 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'b'), 'theirs');
    const copy = await copyOf(await newest());
    rmSync(path.join(copy.folder, 'a'));
    rmSync(path.join(copy.folder, 'dir'), { recursive: true });
    symlinkSync(path.join(outside, 'a'), path.join(copy.folder, 'a'));
    symlinkSync(outside, path.join(copy.folder, 'dir'));
    await edit(write('a', '3'), write('dir/b', '4'));
    await copy.checkOut(await newest());
    expect(readFileSync(path.join(copy.folder, 'dir/b'), 'utf8')).toBe('4');
    expect(readFileSync(path.join(outside, 'b'), 'utf8')).toBe('theirs');
    expect(readdirSync(outside)).toEqual(['b']);
    symlinkSync(outside, path.join(copy.folder, 'link'));
    const { leftOut } = await copy.snapshot(server.db);
    expect(leftOut).toEqual([{ path: 'link', reason: 'is a link' }]);
  });

  it('is merged with another that began at the same state', async () => {
    const { id } = await edit(write('a', '1'), write('b', '1'), write('c', '1'));
    const base = await readManifest(reading(), channel.id, id);
    const [one, two] = [await copyOf(base), await copyOf(base)];
    for (const [copy, words] of [
      [one, '2'],
      [two, '3'],
    ] as const)
      writeFileSync(path.join(copy.folder, 'a'), words);
    writeFileSync(path.join(one.folder, 'b'), '2');
    writeFileSync(path.join(two.folder, 'd'), '3');
    const [ours, theirs] = [await one.snapshot(server.db), await two.snapshot(server.db)];
    const merged = mergeEntries(base, ours.entries, theirs.entries);
    expect(await wordsOf(merged.entries)).toEqual({ a: '2', b: '2', c: '1', d: '3' });
    expect(merged.conflicts.map((each) => each.path)).toEqual(['a']);
    await commitFiles(reading(), channel, { entries: merged.entries, from: id, kind: 'merge' });
    expect((await newest()).get('d')?.size).toBe(1);
  });
});

describe('states', () => {
  it('are read through many small changes, and cost nothing when nothing changed', async () => {
    await edit(...Array.from({ length: 100 }, (_each, index) => write(`f${index}`, `${index}`)));
    let { manifestId: from, entries } = await newestFiles(reading(), channel.id);
    const rows = [];
    for (let step = 0; step < 30; step += 1) {
      const row = await commitFiles(reading(), channel, { entries, from, kind: 'step' });
      rows.push(row);
      from = row.id;
    }
    expect(Math.max(...rows.map(({ depth }) => depth))).toBe(24);
    const { size } = await server.db
      .selectFrom('agent_manifest')
      .select(({ fn }) => fn.max<number>(fn('length', ['body'])).as('size'))
      .where('channelId', '=', channel.id)
      .where('depth', '>', 0)
      .executeTakeFirstOrThrow();
    expect(size).toBeLessThan(8);
    expect((await newestFiles(unread(), channel.id)).entries.size).toBe(100);
  });

  it('list a folder among 10,000 files', async () => {
    await edit(write('a', '1'));
    const entry = fileAt(await newest(), 'a');
    const names = Array.from(
      { length: 10_000 },
      (_each, index) => `src/folder ${index % 100}/file ${index}.txt`,
    );
    const entries = new Map(names.map((name, index) => [name, { ...entry, modifiedAt: index }]));
    const { manifestId } = await newestFiles(reading(), channel.id);
    await commitFiles(reading(), channel, { entries, from: manifestId, kind: 'step' });
    expect(folderOf((await newestFiles(unread(), channel.id)).entries, 'src').folders).toHaveLength(100);
  });

  it('hold no content that is not what it is called', async () => {
    const copy = await copyOf(new Map());
    const file = path.join(copy.folder, 'a');
    for (const size of [10, 400_000]) {
      writeFileSync(file, 'x'.repeat(size));
      const hash = createHash('sha256').update(`another ${channel.id} ${size}`).digest('hex');
      const lie: Edit = { do: 'write', path: 'a', content: { file, hash, size } };
      await expect(edit(lie)).rejects.toMatchObject({ key: 'conflict' });
      expect(await server.platform.storage.has(hash)).toBe(false);
    }
    expect(await newest()).toEqual(new Map());
  });

  it('keep their content until their channel is erased', async () => {
    await edit(write('a', `kept ${channel.id}`));
    const { hash } = fileAt(await newest(), 'a');
    await edit({ do: 'delete', path: 'a' });
    const { storage } = server.platform;
    await server.db.insertInto('file_leftover').values({ hash }).execute();
    await sweepFiles(server.platform);
    expect(await storage.has(hash)).toBe(true);
    await server.db.deleteFrom('channel').where('id', '=', channel.id).execute();
    await sweepFiles(server.platform);
    expect(await storage.has(hash)).toBe(false);
  });

  it('lose no content that is removed while it is kept again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const words = `raced ${channel.id} ${round}`;
      const other = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
      await editFiles(reading(), { id: other.id, teamId: channel.teamId }, [write('a', words)]);
      await server.db.deleteFrom('channel').where('id', '=', other.id).execute();
      await Promise.all([sweepFiles(server.platform), edit(write('a', words))]);
      expect(await text(await readContent(reading(), fileAt(await newest(), 'a')))).toBe(words);
    }
  });
});
