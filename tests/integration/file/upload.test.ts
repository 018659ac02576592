import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@tandem/shared/file/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { bytesOf, formOf, pngOf, send, uploaded } from './files.ts';

// Its own: jobs that other tests left at work on a shared one use temporary files, too.
const server = useOwnServer();
let team: Team;
beforeAll(async () => {
  team = await openTeam(server);
});

const rows = () =>
  server.db
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
    .then(({ n }) => n);
const temporary = () => readdirSync(path.join(server.platform.settings.dataDir, 'tmp'));

describe('an upload', () => {
  it('returns its metadata, and can be read', async () => {
    const file = await uploaded(team.api, 'hello, Ann\n', 'notes.txt');
    expect(file).toEqual({
      id: expect.any(String),
      name: 'notes.txt',
      mediaType: 'text/plain',
      size: 11,
      width: null,
      height: null,
      url: `/api/files/${file.id}/content`,
    });
    const { status, bytes } = await bytesOf(team.api, file.url);
    expect([status, bytes.toString()]).toEqual([200, 'hello, Ann\n']);
    expect(temporary()).toEqual([]);
  });

  it('of a picture records its dimensions, whatever it claims', async () => {
    expect(await uploaded(team.api, pngOf(30, 20), 'x.txt', 'text/html')).toMatchObject({
      mediaType: 'image/png',
      width: 30,
      height: 20,
    });
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'page.html', 'text/plain'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.svg', 'text/plain'],
    ['XML', '<?xml version="1.0"?><a/>', 'a.xml', 'text/plain'],
    ['Markdown', '# Title', 'read me.md', 'text/markdown'],
    ['a table', 'a,b\n1,2\n', 'a.CSV', 'text/csv'],
    ['JSON', '{"a":1}', 'a.json', 'application/json'],
    ['text that claims to be a picture', 'no picture', 'a.png', 'text/plain'],
    ['bytes', new Uint8Array([0, 255, 3, 0, 9]), 'a.txt', 'application/octet-stream'],
    [
      'text in another encoding',
      new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]),
      'a.txt',
      'application/octet-stream',
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'a.txt', 'application/pdf'],
    ['the beginning of a picture', pngOf(4, 4).subarray(0, 12), 'a.png', 'application/octet-stream'],
  ])('of %s is detected by content', async (_what, content, name, mediaType) => {
    expect(await uploaded(team.api, content, name, 'image/png')).toMatchObject({ mediaType });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\plan.doc', 'plan.doc'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['a\u202Egnp.exe', 'agnp.exe'],
    [`${'长'.repeat(300)}.txt`, `${'长'.repeat(196)}.txt`],
  ])('named %j is stored as %j', async (given, name) => {
    expect((await uploaded(team.api, 'x', given)).name).toBe(name);
  });

  it('to an app requires edit there', async () => {
    const to = `/api/app/${team.app.id}/files/upload`;
    const mine = await send(team.api, formOf('x'), to);
    expect(mine.status).toBe(200);
    const guest = await team.person('guest');
    expect((await send(guest.api, formOf('x'), to)).status).toBe(404);
    const stranger = await openTeam(server);
    expect((await send(stranger.api, formOf('x'), to)).status).toBe(404);
  });
});

describe('an invalid upload is refused', () => {
  it('without a session', async () => {
    expect((await send(server.stranger, formOf('x'))).status).toBe(401);
  });

  it('in JSON, as text, or without a body', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const raw = JSON.stringify({ file: { path: '/etc/passwd', filename: 'a' } });
      const answer = await team.api.call('POST', '/api/files/upload', {
        raw,
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.code]).toEqual([415, 41501]);
    }
    expect((await team.api.call('POST', '/api/files/upload')).status).toBe(415);
  });

  it('C37: in another field, with a second file, with extra fields, or empty', async () => {
    const other = new FormData();
    other.set('files', new Blob(['x']), 'a.txt');
    const two = formOf('x');
    two.append('file', new Blob(['y']), 'b.txt');
    const field = formOf('x');
    field.append('teamId', team.team.id);
    const fieldFirst = new FormData();
    fieldFirst.append('path', '/etc');
    fieldFirst.append('file', new Blob(['y']), 'b.txt');
    const proto = new FormData();
    proto.set('__proto__', new Blob(['x']), 'a.txt');
    const before = await rows();
    for (const form of [other, two, field, fieldFirst, proto, new FormData()]) {
      const answer = await send(team.api, form);
      expect([answer.status, answer.code], answer.text).toEqual([400, 40001]);
    }
    expect((await send(team.api, formOf(''))).code).toBe(40050);
    expect(await rows()).toBe(before);
    expect(temporary()).toEqual([]);
  });

  it('as a truncated form', async () => {
    const raw = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await team.api.call('POST', '/api/files/upload', { raw, headers });
    expect(answer.status).toBe(400);
    expect(temporary()).toEqual([]);
  });

  it('past 50 MB, declared or not', async () => {
    const large = new Uint8Array(MAX_FILE_BYTES + 1);
    const said = await send(team.api, formOf(large));
    expect([said.status, said.code]).toEqual([413, 41301]);
    const boundary = 'xxxx';
    const chunks = async function* () {
      yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
      for (let sent = 0; sent <= MAX_FILE_BYTES; sent += 1 << 20) yield Buffer.alloc(1 << 20);
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const unsaid = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${team.api.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      };
      const asked = request(`${server.url}/api/files/upload`, { method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      asked.once('error', reject);
      Readable.from(chunks()).pipe(asked);
    });
    expect(unsaid).toBe(413);
    expect(temporary()).toEqual([]);
  });

  it('as a picture that would unpack beyond the memory bound', async () => {
    for (const claimed of [
      { width: 60_000, height: 60_000 },
      { width: 20_001, height: 10 },
      { width: 8_000, height: 5_001 },
    ]) {
      const answer = await send(team.api, formOf(pngOf(2, 2, claimed), 'bomb.png', 'image/png'));
      expect([answer.status, answer.code]).toEqual([413, 41302]);
    }
    expect(temporary()).toEqual([]);
  });

  it('when too many unattached bytes are theirs', async () => {
    const { api } = await team.person();
    const file = await uploaded(api, 'waits');
    const { id } = file;
    const size = 2_048 * 1024 * 1024;
    await server.db.updateTable('file').set({ size }).where('id', '=', id).execute();
    // The first one over it is only known when it has come.
    expect(await send(api, formOf('x'))).toMatchObject({ status: 413, code: 41303 });
    await server.db
      .updateTable('file')
      .set({ size: size + 1 })
      .where('id', '=', id)
      .execute();
    expect(await send(api, formOf('x'))).toMatchObject({ status: 413, code: 41303 });
    expect(temporary()).toEqual([]);
    await server.db.updateTable('file').set({ appId: team.app.id }).where('id', '=', id).execute();
    await uploaded(api, 'again');
  });

  it('past 300 an hour', async () => {
    const { user, api } = await team.person();
    const limit = { name: 'file.upload', max: 300, windowSeconds: 3_600 };
    for (let used = 0; used < 300; used++) await server.platform.limiter.count(limit, `user:${user.id}`);
    expect((await send(api, formOf('x'))).status).toBe(429);
  });
});

it('leaves no file and no row behind after a thousand aborted ones', async () => {
  const before = await rows();
  const { hostname, port } = new URL(server.url);
  const headFor = (token: string | null) =>
    [
      'POST /api/files/upload HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
      '',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    ].join('\r\n');
  const abort = (head: string, size: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head + 'x'.repeat(size), () => setTimeout(() => socket.destroy(), size % 7));
      });
      socket.on('error', () => {});
      socket.once('close', () => resolve());
    });
  for (let round = 0; round < 20; round++) {
    // The limit per hour.
    const head = headFor((await team.person()).api.token);
    await Promise.all(Array.from({ length: 50 }, (_, index) => abort(head, round * 500 + index)));
  }
  for (let tries = 0; tries < 100 && temporary().length > 0; tries++) await sleep(50);
  expect(temporary()).toEqual([]);
  expect(await rows()).toBe(before);
  expect((await uploaded(team.api, 'still there')).size).toBe(11);
});
