import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@tandem/db/embedded/index';
import { textOf } from '@tandem/shared/message/parts';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { follow, openSocket } from '../integration/live/follower.ts';
import { openEditor } from '../running/editor.ts';
import { until } from '../running/live.ts';
import type { Person } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(env: Record<string, string> = {}) {
  const provider = await startFakeProvider();
  cleanUps.push(() => provider.close());
  const opened = await startWithOwner({
    OPENAI_BASE_URL: provider.url,
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '60',
    ...env,
  });
  cleanUps.push(() => opened.close());
  const { server, settings, person, appId } = opened;
  const make = (name: string, kind: 'chat' | 'document' = 'chat') =>
    person.api.trpc.channel.create.mutate({ appId, name, kind }).then(({ id }) => id);
  return { server, settings, person, make };
}

function watch(server: Pick<RunningServer, 'url'>, person: Person, channelId: string) {
  const socket = openSocket(server.url, person.token);
  cleanUps.push(() => socket.close());
  return follow(socket, channelId);
}

/** An upload whose second half is sent on request. */
function slowUpload({ url }: RunningServer, { token }: Person) {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\ncontent-type: text/plain\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const half = 'words '.repeat(2_000);
  const { promise: answered, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const sending = request(
    `${url}/api/files/upload`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + 2 * half.length + tail.length,
      },
    },
    (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    },
  );
  sending.on('error', reject);
  sending.write(head + half);
  return { answered, finish: () => sending.end(half + tail) };
}

const readiness = async ({ url }: RunningServer) => (await fetch(`${url}/readyz`)).status;

describe('a server that is told to stop', () => {
  it('lets answers and uploads finish first, and accepts nobody new', async () => {
    const { server, person, make } = await open();
    const channelId = await make('Named');
    const live = watch(server, person, channelId);
    await person.api.trpc.message.send.mutate({ channelId, text: '[[tokens 400]] [[delay 10]] Tell me' });
    const upload = slowUpload(server, person);
    await live.until(({ texts }) => (texts[1] ?? '').length > 100, 'some words');
    const ended = server.stop();
    // An open readiness probe would be counted below.
    await until('it says that it ends', () => server.output().includes('ending: what runs may finish'));
    await until('the server is not ready any more', async () => (await readiness(server)) === 503);
    const refused = openSocket(server.url, person.token);
    cleanUps.push(() => refused.close());
    const late = await fetch(`${server.url}/api/live`, {
      headers: { authorization: `Bearer ${person.token}`, connection: 'upgrade', upgrade: 'websocket' },
    }).catch(() => null);
    expect(late?.status ?? 503).toBe(503);
    await live.until(({ list }) => list[1]?.status === 'done', 'the whole answer', 40_000);
    expect(live.texts[1]).toContain('399');
    upload.finish();
    expect((await upload.answered).status).toBe(200);
    expect(await ended).toBe(0);
    const [line] = /.*"answersFinished".*/.exec(server.output()) ?? [];
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      answersFinished: 1,
      answersInterrupted: 0,
      requestsFinished: 1,
      requestsCut: 0,
    });
  });

  it('interrupts what exceeds its grace time, and logs it', async () => {
    const { server, person, make } = await open({ DRAIN_SECONDS: '1' });
    const channelId = await make('Named');
    const live = watch(server, person, channelId);
    await person.api.trpc.message.send.mutate({
      channelId,
      text: '[[tokens 100000]] [[delay 10]] On and on',
    });
    await live.until(({ texts }) => (texts[1] ?? '').length > 100, 'some words');
    expect(await server.stop()).toBe(0);
    expect(live.list[1]?.status).toBe('interrupted');
    expect(server.output()).toMatch(/"answersFinished":0,"answersInterrupted":1/);
  });

  it('sends editors elsewhere immediately, with every word stored', async () => {
    const { server, person, make } = await open();
    const [channelId, documentId] = [await make('Named'), await make('Plan', 'document')];
    const editor = await openEditor(server.url, documentId, person.token);
    cleanUps.push(() => editor.close());
    await person.api.trpc.message.send.mutate({ channelId, text: '[[tokens 2000]] [[delay 10]] Busy' });
    await until(
      'the answer begins',
      async () => (await person.api.trpc.message.list.query({ channelId })).list.length === 2,
    );
    editor.write('The last word');
    await editor.saved();
    let isConnected = true;
    editor.provider.on('disconnect', () => {
      isConnected = false;
    });
    const ended = server.stop();
    await until('the editor is let go', () => !isConnected);
    expect(server.alive()).toBe(true);
    const { text } = await person.api.call('GET', `/api/channel/${channelId}/history`);
    expect(text).toContain('Busy');
    server.signal('SIGTERM');
    const again = setInterval(() => server.signal('SIGTERM'), 200);
    expect(await ended).toBe(1);
    clearInterval(again);
    await server.start();
    const back = await openEditor(server.url, documentId, person.token);
    cleanUps.push(() => back.close());
    expect(back.text()).toContain('The last word');
  });

  it('stops immediately when told twice, and when nothing runs', async () => {
    const { server, person, make } = await open();
    const idle = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - idle).toBeLessThan(8_000);
    await server.start();
    const channelId = await make('Named');
    const live = watch(server, person, channelId);
    await person.api.trpc.message.send.mutate({
      channelId,
      text: '[[tokens 100000]] [[delay 10]] On and on',
    });
    await live.until(({ texts }) => (texts[1] ?? '').length > 100, 'some words');
    const told = Date.now();
    const ended = server.stop();
    const again = setInterval(() => server.signal('SIGINT'), 200);
    expect(await ended).toBe(1);
    clearInterval(again);
    expect(Date.now() - told).toBeLessThan(8_000);
  });

  it('does not wait for a sleeping browser', async () => {
    const { server, person } = await open({ DRAIN_SECONDS: '1' });
    const { hostname, port, host } = new URL(server.url);
    const asleep = connect(Number(port), hostname);
    cleanUps.push(() => asleep.destroy());
    asleep.write(
      [
        'GET /api/live HTTP/1.1',
        `host: ${host}`,
        `authorization: Bearer ${person.token}`,
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    );
    const [answer] = await once(asleep, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /);
    // It never answers that it closes too.
    expect(await server.stop()).toBe(0);
  });

  it('passes new requests to another server', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-drain-'));
    const cluster = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const shared = { DATABASE_URL: cluster.url, SECRET_KEY: 'a secret that both servers of this test share' };
    const { server: first, settings, person, make } = await open(shared);
    const [busy, asked] = [await make('Busy'), await make('Asked')];
    const second = await startServerProcess(settings);
    cleanUps.push(() => second.dispose());
    const live = watch(second, person, asked);
    await live.until(({ isStarted }) => isStarted, 'the first event');
    const { trpc } = person.api;
    await trpc.message.send.mutate({ channelId: busy, text: '[[tokens 300]] [[delay 10]] Slowly' });
    const ended = first.stop();
    await until('the first server drains', async () => (await readiness(first)) === 503);
    await trpc.message.send.mutate({ channelId: asked, text: '[[say elsewhere]] Who answers?' });
    await live.until(({ list }) => list[1]?.status === 'done', 'the answer of the other server');
    expect(live.texts[1]).toBe('elsewhere');
    expect(first.alive()).toBe(true);
    expect(await ended).toBe(0);
    const { db } = await second.database();
    const states = await db
      .selectFrom('message')
      .select(['status', 'parts'])
      .where('role', '=', 'assistant')
      .execute();
    expect(states.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(states.some(({ parts }) => textOf(parts).includes('299'))).toBe(true);
  });
});
