import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@tandem/db/embedded/index';
import { type ToolPart, textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeMcp } from '../fakes/mcp/server.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { follow, openSocket } from '../integration/live/follower.ts';
import { until } from '../running/live.ts';
import type { Person } from '../running/people.ts';
import { postmasterOf } from '../running/postmaster.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A first person with a channel whose assistant speaks with a fake provider, on a real server process. */
async function open(env: Record<string, string> = {}) {
  const provider = await startFakeProvider();
  cleanUps.push(() => provider.close());
  const opened = await startWithOwner({ OPENAI_BASE_URL: provider.url, ...env });
  cleanUps.push(() => opened.close());
  const { server, settings, person, appId } = opened;
  const { id: channelId } = await person.api.trpc.channel.create.mutate({ appId, name: 'Named' });
  return { provider, settings, server, person, channelId };
}

function watch(server: Pick<RunningServer, 'url'>, person: Person, channelId: string) {
  const socket = openSocket(server.url, person.token);
  const follower = follow(socket, channelId);
  cleanUps.push(() => socket.close());
  return follower;
}

const LONG = '[[tokens 2000]] [[delay 10]] Tell me everything';

async function messagesOf(person: Person, channelId: string): Promise<Message[]> {
  return (await person.api.trpc.message.list.query({ channelId })).list;
}

/** Waits for what the last message becomes, through failing calls. */
async function lastMessage(
  person: Person,
  channelId: string,
  isWanted: (message: Message) => boolean,
  patienceMs = 20_000,
): Promise<Message> {
  let last: Message | undefined;
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) {
    last = await messagesOf(person, channelId).then(
      (list) => list.at(-1),
      () => undefined,
    );
    if (last && isWanted(last)) return last;
  }
  throw new Error(`waited in vain; the last message is ${JSON.stringify(last)?.slice(0, 400)}`);
}

async function killDatabase({ dataDir }: RunningServer): Promise<void> {
  const pid = await until('the database runs', () => postmasterOf(path.join(dataDir, 'postgres')));
  process.kill(pid, 'SIGKILL');
}

describe('a server killed in mid-answer', () => {
  it('leaves the answer interrupted after a restart, with the saved text, and it can be continued', async () => {
    const { server, person, channelId } = await open();
    const live = watch(server, person, channelId);
    const clientKey = randomUUID();
    await person.api.trpc.message.send.mutate({ channelId, text: LONG, clientKey });
    await live.until(({ texts }) => (texts[1] ?? '').length > 400, 'some words');
    const saved = textOf((await messagesOf(person, channelId))[1]?.parts ?? []);
    await server.kill();
    const killedAt = Date.now();
    await server.start();
    const answer = await lastMessage(person, channelId, ({ status }) => status === 'interrupted');
    expect(Date.now() - killedAt).toBeLessThan(20_000);
    // Neither saved text nor the question is lost, and sending again with its key adds nothing.
    expect(textOf(answer.parts).startsWith(saved)).toBe(true);
    await person.api.trpc.message.send.mutate({ channelId, text: LONG, clientKey });
    expect(await messagesOf(person, channelId)).toHaveLength(2);
    // The watcher has reconnected by itself and shows the same.
    await live.until(({ list }) => list[1]?.status === 'interrupted', 'the watcher');
    expect(live.list[1]?.parts).toEqual(answer.parts);
    expect(answer.abilities.continue).toBe(true);
    await person.api.trpc.message.continue.mutate({ channelId, messageId: answer.id });
    const whole = await lastMessage(person, channelId, ({ status }) => status === 'done', 40_000);
    expect(textOf(whole.parts).startsWith(textOf(answer.parts))).toBe(true);
    expect(textOf(whole.parts).length).toBeGreaterThan(textOf(answer.parts).length);
    await live.until(({ list }) => list[1]?.status === 'done', 'the watcher');
    expect(live.list[1]?.parts).toEqual(whole.parts);
  });

  it('while a tool waits for consent keeps it waiting, and it runs once when someone approves', async () => {
    const notebook = await startFakeMcp();
    cleanUps.push(() => notebook.close());
    const { server, person, channelId } = await open({ TOOL_PRIVATE_HOSTS: '127.0.0.1' });
    const { trpc } = person.api;
    const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Notebook', url: notebook.url });
    const { tools } = await trpc.mcp.refresh.mutate({ serverId });
    const toolId = tools.find(({ name }) => name === 'write_note')?.id as string;
    await trpc.mcp.setTool.mutate({ toolId, enabled: true });
    const { db } = await server.database();
    await db
      .updateTable('assistant')
      .set({ tools: JSON.stringify([`mcp:${toolId}`]) })
      .execute();
    const text = '[[tool mcp_notebook_write_note {"title":"Milk","text":"Two"}]] Note this';
    await trpc.message.send.mutate({ channelId, text });
    const callOf = ({ parts }: Message) =>
      parts.find((part) => part.type === 'dynamic-tool') as ToolPart | undefined;
    const waiting = await lastMessage(
      person,
      channelId,
      (message) => callOf(message)?.state === 'approval-requested',
    );
    const decision = {
      ...{ channelId, messageId: waiting.id, approve: true },
      toolCallId: callOf(waiting)?.toolCallId as string,
    };
    await server.kill();
    await server.start();
    expect(notebook.notes).toEqual([]);
    await until('the call can be decided', () =>
      trpc.message.decideTool.mutate(decision).then(
        () => true,
        () => false,
      ),
    );
    const whole = await lastMessage(person, channelId, ({ status }) => status === 'done');
    expect(callOf(whole)).toMatchObject({ state: 'output-available', consent: { decision: 'approved' } });
    await expect(trpc.message.decideTool.mutate(decision)).rejects.toMatchObject({
      data: { key: 'toolDecided' },
    });
    expect(notebook.notes).toEqual([{ title: 'Milk', text: 'Two' }]);
  });

  it('together with its database loses nothing acknowledged', async () => {
    const { server, person, channelId } = await open();
    await person.api.trpc.message.send.mutate({ channelId, text: 'First' });
    await lastMessage(person, channelId, ({ status }) => status === 'done');
    const before = await messagesOf(person, channelId);
    await person.api.trpc.message.send.mutate({ channelId, text: LONG });
    await until(
      'the answer is written',
      async () => (await messagesOf(person, channelId)).at(3)?.status === 'running',
    );
    await killDatabase(server);
    await server.kill();
    await server.start();
    await lastMessage(person, channelId, ({ status }) => status === 'interrupted');
    const after = await messagesOf(person, channelId);
    expect(after).toHaveLength(4);
    expect(after.slice(0, 2).map(({ id, parts }) => [id, parts])).toEqual(
      before.map(({ id, parts }) => [id, parts]),
    );
    expect(textOf(after[2]?.parts ?? [])).toBe(LONG);
  });

  it('leaves its queue to the next process', async () => {
    const { server, person, channelId } = await open();
    await person.api.trpc.message.send.mutate({ channelId, text: LONG });
    await person.api.trpc.message.send.mutate({ channelId, text: '[[say taken]] Waiting' });
    await until(
      'the answer is written',
      async () => (await messagesOf(person, channelId)).at(1)?.status === 'running',
    );
    await server.kill();
    await server.start();
    const answer = await lastMessage(
      person,
      channelId,
      ({ status, seq }) => status === 'done' && seq === 4,
      25_000,
    );
    expect(textOf(answer.parts)).toBe('taken');
    expect((await messagesOf(person, channelId)).map(({ status }) => status)).toEqual([
      'done',
      'interrupted',
      'done',
      'done',
    ]);
  });
});

describe('a server told to stop in mid-answer', () => {
  it('without a grace time saves the text, stops within ten seconds, and its watchers know', async () => {
    const { server, person, channelId } = await open({ DRAIN_SECONDS: '0' });
    const live = watch(server, person, channelId);
    await person.api.trpc.message.send.mutate({ channelId, text: LONG });
    await live.until(({ texts }) => (texts[1] ?? '').length > 400, 'some words');
    const toldAt = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - toldAt).toBeLessThan(10_000);
    const seen = live.list[1];
    expect(seen?.status).toBe('interrupted');
    await server.start();
    const answer = await lastMessage(person, channelId, () => true);
    expect(answer.status).toBe('interrupted');
    expect(answer.parts).toEqual(seen?.parts);
    expect(textOf(answer.parts).length).toBeGreaterThan(400);
  });
});

describe('a database that goes away during a turn', () => {
  it('and comes back soon: the answer is whole', async () => {
    const { server, person, channelId } = await open();
    const live = watch(server, person, channelId);
    await person.api.trpc.message.send.mutate({ channelId, text: '[[tokens 500]] [[delay 10]] Tell me' });
    await live.until(({ texts }) => (texts[1] ?? '').length > 200, 'some words');
    await killDatabase(server);
    const answer = await lastMessage(person, channelId, ({ status }) => status !== 'running', 40_000);
    expect(answer).toMatchObject({ status: 'done', error: null });
    expect(textOf(answer.parts)).toContain('499');
    await live.until(({ list }) => list[1]?.status === 'done', 'the watcher', 20_000);
    expect(live.list[1]?.parts).toEqual(answer.parts);
  });
});

const { REDIS_URL } = process.env;

describe.each([
  { carrier: 'NOTIFY', redisUrl: '' },
  ...(REDIS_URL ? [{ carrier: 'Redis', redisUrl: REDIS_URL }] : []),
])('two servers over one database and $carrier', ({ redisUrl }) => {
  it('a watcher on one sees the turn of the other, also when that one is killed', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-cluster-'));
    const cluster = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const shared = {
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a secret that both servers of this test share',
      REDIS_URL: redisUrl,
    };
    const { server: first, settings, person, channelId } = await open(shared);
    const second = await startServerProcess(settings);
    cleanUps.push(() => second.dispose());
    const live = watch(second, person, channelId);
    await live.until(({ isStarted }) => isStarted, 'the first event');
    await person.api.trpc.message.send.mutate({ channelId, text: LONG });
    await live.until(({ texts }) => (texts[1] ?? '').length > 400, 'some words on the other server');
    expect(live.events.some(({ type }) => type === 'delta')).toBe(true);
    await first.kill();
    const killedAt = Date.now();
    await live.until(({ list }) => list[1]?.status === 'interrupted', 'the takeover', 20_000);
    expect(Date.now() - killedAt).toBeLessThan(20_000);
    expect(live.breaches).toEqual([]);
    expect(textOf(live.list[1]?.parts ?? []).length).toBeGreaterThan(200);
    // The other process continues it.
    const messageId = live.list[1]?.id as string;
    const answer = await fetch(`${second.url}/api/message.continue`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: { channelId, messageId } }),
    });
    expect(answer.status).toBe(200);
    await live.until(({ list }) => list[1]?.status === 'done', 'the rest', 40_000);
  });
});
