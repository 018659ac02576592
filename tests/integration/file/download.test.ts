import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import type { UploadedFile } from '@tandem/shared/file/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { bytesOf, pngOf, sizeOfWebp, uploaded } from './files.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await openTeam(server);
});

/** A private channel of the owner's with a file in it. */
async function privateFile(content: string | Uint8Array = pngOf(20, 10), name = 'a.png') {
  const { app: shared, space, owner, team: of } = team;
  const app = await makeApp(server.db, {
    teamId: of.id,
    spaceId: space.id,
    creatorId: owner.id,
    visibility: 'private',
  });
  await makeGrant(server.db, { targetId: app.id, teamId: of.id, userId: owner.id, level: 4 });
  const channel = await makeChannel(server.db, { appId: app.id, creatorId: owner.id });
  const file = await uploaded(team.api, content, name);
  await server.db.updateTable('file').set({ channelId: channel.id }).where('id', '=', file.id).execute();
  return { app, channel, file, shared };
}

const statusOf = async (api: Team['api'], file: UploadedFile) => {
  const [content, thumbnail] = await Promise.all([
    bytesOf(api, file.url),
    bytesOf(api, file.url.replace('content', 'thumbnail')),
  ]);
  return [content.status, thumbnail.status];
};

describe('who may read a file', () => {
  it('unattached: its uploader alone', async () => {
    const file = await uploaded(team.api, pngOf(5, 5), 'a.png');
    expect(await statusOf(team.api, file)).toEqual([200, 200]);
    const { api } = await team.person('admin');
    expect(await statusOf(api, file)).toEqual([404, 404]);
    expect(await statusOf(server.stranger, file)).toEqual([401, 401]);
  });

  it('of a channel: anyone who sees the channel, unless it is in the bin', async () => {
    const { app, channel, file } = await privateFile();
    const { api, user } = await team.person('guest');
    expect(await statusOf(api, file)).toEqual([404, 404]);
    await makeGrant(server.db, { targetId: app.id, teamId: team.team.id, userId: user.id, level: 1 });
    expect(await statusOf(api, file)).toEqual([200, 200]);
    await team.api.trpc.channel.remove.mutate({ channelId: channel.id });
    expect(await statusOf(api, file)).toEqual([404, 404]);
    expect(await statusOf(team.api, file)).toEqual([404, 404]);
  });

  it('of a channel: not an uploader who lost access', async () => {
    const { file } = await privateFile();
    await server.db.deleteFrom('grant').where('userId', '=', team.owner.id).execute();
    expect(await statusOf(team.api, file)).toEqual([404, 404]);
  });

  it('of an app: anyone who sees the app', async () => {
    const file = await uploaded(team.api, pngOf(5, 5), 'a.png');
    await server.db.updateTable('file').set({ appId: team.app.id }).where('id', '=', file.id).execute();
    expect(await statusOf((await team.person()).api, file)).toEqual([200, 200]);
    expect(await statusOf((await team.person('guest')).api, file)).toEqual([404, 404]);
    expect(await statusOf((await openTeam(server)).api, file)).toEqual([404, 404]);
  });
});

describe('serving a file', () => {
  it('displays a picture, inertly', async () => {
    const file = await uploaded(team.api, pngOf(5, 5), 'my "pic"\u00e9.png');
    const { headers, bytes } = await bytesOf(team.api, file.url);
    expect(bytes.equals(pngOf(5, 5))).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="my pic_.png"; filename*=UTF-8''my%20pic%C3%A9.png`,
    );
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const saved = await bytesOf(team.api, `${file.url}?download=1`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'text/plain; charset=utf-8'],
    ['<html><script>1</script>', 'a.html', 'text/plain; charset=utf-8'],
    ['%PDF-1.7\n', 'a.pdf', 'application/pdf'],
  ])('downloads %s, and never displays it', async (content, name, type) => {
    const { headers } = await bytesOf(team.api, (await uploaded(team.api, content, name)).url);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it('downloads a picture as a picture, whatever its name', async () => {
    const page = Buffer.concat([pngOf(3, 3), Buffer.from('<script>1</script>')]);
    const { headers } = await bytesOf(team.api, (await uploaded(team.api, page, 'page.html')).url);
    expect(headers.get('content-disposition')).toBe('inline; filename=page.html.png');
  });

  it('answers 304 to a client that has it', async () => {
    const file = await uploaded(team.api, 'the same');
    const first = await bytesOf(team.api, file.url);
    const again = await bytesOf(team.api, file.url, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers a range: %s', async (range, status, text, told) => {
    const file = await uploaded(team.api, '0123456789');
    const answer = await bytesOf(team.api, file.url, { range });
    expect([answer.status, answer.bytes.toString()]).toEqual([status, text]);
    expect(answer.headers.get('content-range')).toBe(told);
  });
});

describe('a thumbnail', () => {
  it('is small, and made once', async () => {
    const file = await uploaded(team.api, pngOf(1_300, 650), 'a.png');
    const path = file.url.replace('content', 'thumbnail');
    const [first, second] = await Promise.all([bytesOf(team.api, path), bytesOf(team.api, path)]);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(sizeOfWebp(first.bytes)).toEqual({ width: 640, height: 320 });
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const { hash } = await server.db
      .selectFrom('file')
      .select('hash')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    expect(await server.platform.storage.has(`${hash}.thumb`)).toBe(true);
  });

  it('of a broken picture or another file does not exist', async () => {
    const text = await uploaded(team.api, 'words');
    expect((await bytesOf(team.api, text.url.replace('content', 'thumbnail'))).status).toBe(404);
    const broken = await uploaded(team.api, pngOf(9, 9).subarray(0, 60), 'a.png');
    expect((await bytesOf(team.api, broken.url.replace('content', 'thumbnail'))).status).toBe(404);
  });

  it('of a picture whose header lies about its pixels does not exist, and costs little', async () => {
    const liar = await uploaded(team.api, pngOf(2, 2, { width: 6_000, height: 6_000 }), 'a.png');
    expect((await bytesOf(team.api, liar.url.replace('content', 'thumbnail'))).status).toBe(404);
  });
});
