import { makeApp } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { need } from '../../running/people.ts';
import { useAgent } from '../agent/agents.ts';
import { pngOf } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useServer();
const agent = useAgent(server);
const files = () => agent.api.trpc.agentFile;
const at = (path: string) => ({ channelId: agent.channelId, path });

describe('a text that a person writes', () => {
  it('becomes a state of theirs', async () => {
    const id = await agent.write('notes.txt', 'one');
    const { list } = await files().states.query({ channelId: agent.channelId });
    expect(list).toMatchObject([
      {
        ...{ id, kind: 'edit', files: 1, bytes: 3, runId: null, step: null, toolCallId: null },
        author: { id: agent.owner.id },
      },
    ]);
  });

  it('does not replace what somebody else wrote meanwhile; both are answered', async () => {
    const basedOn = await agent.write('notes.txt', 'one');
    await agent.write('notes.txt', 'theirs');
    const answer = await files().write.mutate({ ...at('notes.txt'), content: 'mine', basedOn });
    expect(answer).toMatchObject({
      ...{ outcome: 'conflict', base: { content: 'one' }, current: { content: 'theirs' } },
    });
    expect(await agent.read('notes.txt')).toBe('theirs');
    const onTop = answer.outcome === 'conflict' ? (answer.current?.manifestId ?? null) : null;
    const merged = await files().write.mutate({ ...at('notes.txt'), content: 'both', basedOn: onTop });
    expect(merged.outcome).toBe('written');
    expect(await agent.read('notes.txt')).toBe('both');
  });

  it('is written though other files changed, and not over a file that is new or gone', async () => {
    const basedOn = await agent.write('notes.txt', 'one');
    await agent.write('other.txt', 'x');
    const fine = await files().write.mutate({ ...at('notes.txt'), content: 'two', basedOn });
    expect(fine.outcome).toBe('written');
    const isNew = await files().write.mutate({ ...at('other.txt'), content: 'y', basedOn: null });
    expect(isNew).toMatchObject({ outcome: 'conflict', base: null, current: { content: 'x' } });
    await files().remove.mutate(at('other.txt'));
    const gone = await files().write.mutate({ ...at('notes.txt'), content: 'three', basedOn });
    expect(gone).toMatchObject({ outcome: 'conflict', base: { content: 'one' } });
    const deleted = await files().write.mutate({ ...at('other.txt'), content: 'y', basedOn });
    expect(deleted.outcome).toBe('written');
  });

  it('is refused where it cannot stand, and nothing is kept', async () => {
    await agent.write('src/main.ts', 'x');
    const before = await files().states.query({ channelId: agent.channelId });
    for (const path of ['SRC/main.ts', 'src', 'src/main.ts/a', '../a', '/a', 'a\0', 'CON', 'a.'])
      await expectRefused(
        files().write.mutate({ ...at(path), content: 'y', basedOn: before.list[0]?.id ?? null }),
        'invalidInput',
      );
    expect(await files().states.query({ channelId: agent.channelId })).toEqual(before);
    await expectRefused(
      files().write.mutate({ ...at('a'), content: 'y', basedOn: crypto.randomUUID() }),
      'notFound',
    );
  });
});

describe('files', () => {
  it('are moved and deleted, a folder with all below it', async () => {
    await agent.write('src/a.txt', 'a');
    await agent.write('src/deep/b.txt', 'b');
    await files().move.mutate({ ...at('src'), to: 'lib' });
    expect(await agent.paths()).toEqual(['lib']);
    expect(await agent.read('lib/deep/b.txt')).toBe('b');
    await expectRefused(files().move.mutate({ ...at('lib/a.txt'), to: 'lib/deep/b.txt' }), 'invalidInput');
    await expectRefused(files().move.mutate({ ...at('lib/a.txt'), to: '../a.txt' }), 'invalidInput');
    await expectRefused(files().move.mutate({ ...at('lib'), to: 'lib/deep' }), 'invalidInput');
    await expectRefused(files().remove.mutate(at('none')), 'notFound');
    await files().remove.mutate(at('lib/deep'));
    expect(await agent.paths('lib')).toEqual(['lib/a.txt']);
  });

  it('go back to an earlier state, whole or in part, and nothing is lost', async () => {
    const first = await agent.write('a.txt', 'one');
    await agent.write('b.txt', 'b');
    const last = await agent.write('a.txt', 'two');
    const restored = await files().restore.mutate({ channelId: agent.channelId, manifestId: first });
    expect(restored).toMatchObject({ kind: 'restore', files: 1, author: { id: agent.owner.id } });
    expect(await agent.paths()).toEqual(['a.txt']);
    await files().restore.mutate({ channelId: agent.channelId, manifestId: last, path: 'b.txt' });
    expect([await agent.read('a.txt'), await agent.read('b.txt')]).toEqual(['one', 'b']);
    await files().restore.mutate({ channelId: agent.channelId, manifestId: last });
    expect(await agent.read('a.txt')).toBe('two');
    const entry = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('teamId', '=', agent.team.id)
      .where('action', '=', 'agentFile.restore')
      .execute();
    expect(entry).toHaveLength(3);
  });

  it('of a text become a document, in which no picture from elsewhere loads', async () => {
    await agent.write(
      'Report of May.md',
      '# Sales\n\nUp by **10 %**.\n\n![x](https://example.test/p?secret)',
    );
    await agent.write('plain.txt', 'one\n**two**');
    const appId = agent.app.id;
    const made = await files().toDocument.mutate({ ...at('Report of May.md'), appId });
    expect(made).toMatchObject({ title: 'Report of May' });
    const content = await agent.api.trpc.document.content.query({ documentId: made.id, format: 'markdown' });
    expect(JSON.stringify(content)).toContain('Up by **10 %**.');
    expect(JSON.stringify(content)).not.toContain('![');
    const plain = await files().toDocument.mutate({ ...at('plain.txt'), appId });
    const blocks = await agent.api.trpc.document.content.query({ documentId: plain.id, format: 'blocks' });
    expect(JSON.stringify(blocks)).toContain('**two**');
    await agent.upload(pngOf(2, 2), 'a.png');
    await expectRefused(files().toDocument.mutate({ ...at('a.png'), appId }), 'documentUnreadable');
  });

  it('become no document where the person may not make one, nor of what they may not see', async () => {
    await agent.write('a.md', 'Words');
    const closed = await makeApp(server.db, {
      ...{ teamId: agent.team.id, spaceId: agent.space.id, creatorId: agent.owner.id, visibility: 'private' },
    });
    const { api } = await agent.person();
    await expectRefused(
      api.trpc.agentFile.toDocument.mutate({ ...at('a.md'), appId: closed.id }),
      'notFound',
    );
    await agent.api.trpc.channel.setVisibility.mutate({ channelId: agent.channelId, visibility: 'private' });
    await expectRefused(
      api.trpc.agentFile.toDocument.mutate({ ...at('a.md'), appId: agent.app.id }),
      'notFound',
    );
  });
});

describe('uploads', () => {
  it('come into a folder, all or none, in place of files of the same name', async () => {
    const form = new FormData();
    form.set('currentPath', 'in/put');
    form.append('file', new Blob(['one']), 'a.txt');
    form.append('file', new Blob([new Uint8Array(pngOf(2, 2))]), 'b.png');
    const state = need(await agent.api.call('POST', `${agent.at}/files/upload`, { raw: form })).data;
    expect(state).toMatchObject({ kind: 'edit', files: 2, author: { id: agent.owner.id } });
    expect(await agent.paths('in/put')).toEqual(['in/put/a.txt', 'in/put/b.png']);
    need(await agent.upload('two', 'a.txt', agent.api, 'in/put'));
    expect(await agent.read('in/put/a.txt')).toBe('two');
    const bad = new FormData();
    bad.append('file', new Blob(['new']), 'new.txt');
    bad.append('file', new Blob(['x']), 'IN');
    const kept = () =>
      server.db
        .selectFrom('kept_content')
        .select('hash')
        .where('channelId', '=', agent.channelId)
        .orderBy('hash')
        .execute();
    const before = await kept();
    expect((await agent.api.call('POST', `${agent.at}/files/upload`, { raw: bad })).status).toBe(400);
    expect(await agent.paths()).toEqual(['in']);
    // Refused content does not stay.
    expect(await kept()).toEqual(before);
    const told = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'detail'])
      .where('teamId', '=', agent.team.id)
      .where('action', '=', 'agentFile.upload')
      .orderBy('number')
      .execute();
    expect(told.map(({ detail }) => detail)).toEqual([
      { paths: ['in/put/a.txt', 'in/put/b.png'], files: 2 },
      { paths: ['in/put/a.txt'], files: 1 },
    ]);
  });

  it('have names that lie within their folder, and paths that are judged', async () => {
    need(await agent.upload('x', '../../evil.txt'));
    expect(await agent.paths()).toEqual(['evil.txt']);
    for (const folder of ['..', '../in', '/in', 'in\\put', '%2e%2e', 'in/', 'a\0'])
      expect((await agent.upload('x', 'a.txt', agent.api, folder)).status, folder).toBe(400);
    for (const name of ['nul', 'EVIL.TXT']) expect((await agent.upload('x', name)).status, name).toBe(400);
    expect(await agent.paths()).toEqual(['evil.txt']);
    const json = await agent.api.post(`${agent.at}/files/upload`, { file: { path: '/etc/passwd' } });
    expect(json.status).toBe(415);
    const odd = new FormData();
    odd.set('path', '/etc');
    odd.set('file', new Blob(['x']), 'a.txt');
    expect((await agent.api.call('POST', `${agent.at}/files/upload`, { raw: odd })).status).toBe(400);
  });
});
