import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainOne, killOne, loseDatabase, loseRedis } from '../drill/drill.ts';
import { hasProxy, type ProxyKind } from '../drill/proxy.ts';
import { type ServerPair, startServerPair } from '../drill/server-pair.ts';
import { follow, openSocket } from '../integration/live/follower.ts';
import { hasRedis } from '../running/redis.ts';

const size = { answers: 4, typists: 3, tokens: 400 };
const examples = (['nginx', 'caddy'] as const).filter((kind) => {
  const isThere = hasProxy(kind);
  if (!isThere) console.log(`${kind} is not on this machine: its example is not tried.`);
  return isThere;
});
const kinds: ProxyKind[] = examples.length > 0 ? examples : ['node'];

describe.each(kinds)('two servers behind %s', (kind) => {
  let pair: ServerPair;
  beforeAll(async () => {
    pair = await startServerPair(kind);
  });
  afterAll(() => pair?.close());

  it('stream a chat, and accept files larger than a proxy’s default', async () => {
    const { trpc } = pair.person.api;
    const { id: channelId } = await trpc.channel.create.mutate({ appId: pair.appId, name: 'Named' });
    const socket = openSocket(pair.url, pair.person.token);
    const live = follow(socket, channelId);
    await live.until(({ isStarted }) => isStarted, 'the first event');
    await trpc.message.send.mutate({ channelId, text: '[[tokens 100]] [[delay 10]] Tell me' });
    await live.until(({ list }) => list[1]?.status === 'done', 'the answer');
    expect(live.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(5);
    await socket.close();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(5 * 1024 * 1024).fill(97)]), 'large.txt');
    expect((await pair.person.api.call('POST', '/api/files/upload', { raw: form })).status).toBe(200);
  });

  it('lose no answer and no word when one is told to stop', async () => {
    const { answers, words, code } = await drainOne(pair, size);
    expect({ code, answers }).toEqual({
      code: 0,
      answers: { whole: size.answers, byStatus: { done: size.answers } },
    });
    expect(words.written).toBeGreaterThan(20);
    expect(words.wrong).toEqual([]);
  });

  it('lose no word when one is killed, and report which answers were interrupted', async () => {
    const { answers, words } = await killOne(pair, size);
    const { done = 0, interrupted = 0 } = answers.byStatus;
    expect(done + interrupted).toBe(size.answers);
    expect(answers.whole).toBe(done);
    expect(words.wrong).toEqual([]);
  });

  it.runIf(hasRedis)('lose nothing while Redis is away', async () => {
    const { answers, words } = await loseRedis(pair, size);
    expect(answers.byStatus).toEqual({ done: size.answers });
    expect(words.wrong).toEqual([]);
  });

  it('lose nothing while the database is away', async () => {
    const { answers, words } = await loseDatabase(pair, size);
    expect(answers).toEqual({ whole: size.answers, byStatus: { done: size.answers } });
    expect(words.wrong).toEqual([]);
  });
});
