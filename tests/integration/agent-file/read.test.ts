import { makeMessage } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { need } from '../../running/people.ts';
import { useAgent } from '../agent/agents.ts';
import { bytesOf, pngOf } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useServer();
const agent = useAgent(server);

const hostile = [
  '..',
  '../..',
  '../notes.txt',
  'src/../../notes.txt',
  '/notes.txt',
  '/etc/passwd',
  'C:\\notes.txt',
  'src\\main.ts',
  '%2e%2e/notes.txt',
  'src%2fmain.ts',
  'notes.txt%00',
  'notes.txt\0',
  './notes.txt',
  'src//main.ts',
  'src/',
  'notes.txt.',
  'nul',
  '\u202Enotes.txt',
  '\uFF0E\uFF0E/notes.txt',
  'x'.repeat(4_097),
];
/** Paths that are none of the files, and are not answered with a file that resembles them. */
const others = ['NOTES.TXT', 'Src/main.ts', 'src/Main.ts', 'src', 'notes', 'manifest'];

describe('files of an agent', () => {
  it('are listed from the top, folders first, as the REST contract has it', async () => {
    expect(need(await agent.api.get(`${agent.at}/files`)).data).toEqual({
      ...{ currentPath: '', manifestId: null, revision: 0, runId: null, list: [] },
    });
    await agent.write('notes.txt', 'one');
    await agent.write('src/main.ts', 'let x;');
    await agent.write('src/deep/a.txt', 'a');
    const top = need(await agent.api.get(`${agent.at}/files`)).data;
    expect(top).toMatchObject({
      currentPath: '',
      revision: 3,
      list: [
        { name: 'src', path: 'src', type: 'folder', size: 7, change: null },
        { name: 'notes.txt', path: 'notes.txt', type: 'file', size: 3, change: null },
      ],
    });
    const below = need(await agent.api.get(`${agent.at}/files`, { currentPath: 'src' })).data;
    expect(below).toMatchObject({
      currentPath: 'src',
      list: [{ path: 'src/deep' }, { path: 'src/main.ts' }],
    });
    const [entry] = (top as { list: { modifiedAt: string }[] }).list;
    expect(Date.now() - Date.parse(entry?.modifiedAt ?? '')).toBeLessThan(60_000);
  });

  it('are read as text, and bytes by a download that runs nothing', async () => {
    await agent.write('page.html', '<script>alert(1)</script>');
    expect((await agent.upload(pngOf(4, 2), 'picture.png')).status).toBe(200);
    const content = need(await agent.api.get(`${agent.at}/files/content`, { path: 'page.html' })).data as {
      url: string;
    };
    expect(content).toMatchObject({
      ...{ path: 'page.html', mediaType: 'text/plain', size: 25, content: '<script>alert(1)</script>' },
    });
    const page = await bytesOf(agent.api, content.url);
    expect(page.bytes.toString()).toBe('<script>alert(1)</script>');
    expect(page.headers.get('content-disposition')).toMatch(/^attachment; filename="?page\.html/);
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    await agent.write('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const svg = await agent.api.trpc.agentFile.content.query({
      ...{ channelId: agent.channelId, path: 'drawing.svg' },
    });
    expect((await bytesOf(agent.api, svg.url)).headers.get('content-disposition')).toMatch(/^attachment/);
    const picture = await agent.api.trpc.agentFile.content.query({
      ...{ channelId: agent.channelId, path: 'picture.png' },
    });
    expect(picture).toMatchObject({ mediaType: 'image/png', content: null });
    const shown = await bytesOf(agent.api, picture.url);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
    expect(shown.bytes.equals(pngOf(4, 2))).toBe(true);
    const saved = await bytesOf(agent.api, `${picture.url}&download=1`, { range: 'bytes=0-3' });
    expect([saved.status, saved.bytes.length]).toEqual([206, 4]);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('are read as they were in an earlier state, also when they are gone', async () => {
    const first = await agent.write('a.txt', 'one');
    await agent.write('a.txt', 'two');
    await agent.api.trpc.agentFile.remove.mutate({ channelId: agent.channelId, path: 'a.txt' });
    expect(await agent.paths()).toEqual([]);
    expect(await agent.read('a.txt', first)).toBe('one');
    const earlier = { channelId: agent.channelId, manifestId: first };
    const { list } = await agent.api.trpc.agentFile.list.query(earlier);
    expect(list.map(({ path }) => path)).toEqual(['a.txt']);
    await expectRefused(
      agent.api.trpc.agentFile.content.query({ channelId: agent.channelId, path: 'a.txt' }),
      'notFound',
    );
  });

  it.each(hostile)('are not read by the path %j', async (path) => {
    await agent.write('notes.txt', 'secret words');
    await agent.write('src/main.ts', 'secret words');
    for (const [query, name] of [
      [{ currentPath: path }, 'files'],
      [{ path }, 'files/content'],
      [{ path }, 'files/download'],
      [{ path }, 'files/zip'],
    ] as const) {
      const answer = await agent.api.get(`${agent.at}/${name}`, query);
      expect(answer.status, name).toBe(400);
      expect(answer.text).not.toContain('secret words');
    }
    const { channelId } = agent;
    await expectRefused(agent.api.trpc.agentFile.content.query({ channelId, path }), 'invalidInput');
    await expectRefused(agent.api.trpc.agentFile.list.query({ channelId, path }), 'invalidInput');
    await expectRefused(
      agent.api.trpc.agentFile.difference.query({ channelId, of: { from: null }, path }),
      'invalidInput',
    );
  });

  it('are named exactly: another spelling of a name is none', async () => {
    await agent.write('notes.txt', 'secret words');
    await agent.write('src/main.ts', 'secret words');
    for (const path of others) {
      const content = await agent.api.get(`${agent.at}/files/content`, { path });
      expect(content.status, path).toBe(404);
      expect((await agent.api.get(`${agent.at}/files/download`, { path })).status, path).toBe(404);
      if (path !== 'src')
        expect((await agent.api.get(`${agent.at}/files`, { currentPath: path })).status, path).toBe(404);
    }
    const encoded = await agent.api.get(`${agent.at}/files/content?path=notes%2Etxt`);
    expect(encoded.status).toBe(200);
  });

  it('are packed whole or by folder, with names that lie within', async () => {
    await agent.write('src/main.ts', 'let x;');
    await agent.write('notes.txt', 'one');
    const zip = await bytesOf(agent.api, `${agent.at}/files/zip`);
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(zip.headers.get('content-disposition')).toMatch(/^attachment/);
    const { unzipSync } = await import('fflate');
    expect(Object.keys(unzipSync(zip.bytes)).sort()).toEqual(['notes.txt', 'src/main.ts']);
    const folder = await bytesOf(agent.api, `${agent.at}/files/zip?path=src`);
    expect(Object.keys(unzipSync(folder.bytes))).toEqual(['main.ts']);
    expect((await agent.api.get(`${agent.at}/files/zip?path=none`)).status).toBe(404);
  });

  it('are exported with their conversation, which the audit log tells', async () => {
    await agent.write('src/main.ts', 'let x;');
    await makeMessage(server.db, { channelId: agent.channelId, authorId: agent.owner.id, text: 'Write it' });
    const { bytes, headers } = await bytesOf(agent.api, `${agent.at}/export`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?[^.]+\.zip/);
    const { unzipSync } = await import('fflate');
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual(['conversation.md', 'files/src/main.ts']);
    expect(Buffer.from(files['conversation.md'] as Uint8Array).toString()).toContain('Write it');
    const entries = await server.db
      .selectFrom('audit_entry')
      .select('detail')
      .where('teamId', '=', agent.team.id)
      .where('action', '=', 'channel.export')
      .execute();
    expect(entries).toEqual([{ detail: { format: 'zip' } }]);
  });
});
