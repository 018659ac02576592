import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeMessage } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import {
  type Conversation,
  gistOf,
  openConversation,
  startTalkingServer,
  stored,
  useConversation,
  useTalkingServer,
} from '../message/conversation.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const long = '[[tokens 100000]] [[delay 5]] Long';

/** Starts a long answer and waits for some of it. */
async function begin() {
  const { channelId, live, api } = talk;
  await api.trpc.message.send.mutate({ channelId, text: long });
  await live.until(({ texts }) => (texts[1] ?? '').length > 60, 'some words');
  const message = live.list[1];
  const turn = await turnOf(message?.turnId as string);
  return { messageId: message?.id as string, turn };
}

const turnOf = (turnId: string) =>
  server.db.selectFrom('turn').selectAll().where('id', '=', turnId).executeTakeFirstOrThrow();

/** An answer of a process that is no more, half written. */
async function abandoned({ expired, of = talk }: { expired: boolean; of?: Conversation }) {
  const { channelId, team, owner, assistant } = of;
  await makeMessage(server.db, { channelId, authorId: owner.id, text: 'Question' });
  const turnId = randomUUID();
  const message = await makeMessage(server.db, {
    channelId,
    status: 'running',
    turnId,
    n: 7,
    parts: [
      { type: 'step-start' },
      { type: 'text', text: 'Half an ans', state: 'streaming' },
      { type: 'dynamic-tool', toolCallId: 'c', toolName: 'calculator', state: 'input-available', input: {} },
    ],
  });
  await server.db
    .insertInto('turn')
    .values({
      id: turnId,
      channelId,
      teamId: team.id,
      messageId: message.id,
      userId: owner.id,
      assistantId: assistant.id,
      ownerId: randomUUID(),
      leaseUntil: sql`now() + ${expired ? '-1 second' : '1 hour'}::interval`,
    })
    .execute();
  return { turnId, messageId: message.id };
}

describe('a lease', () => {
  it('is renewed during the answer', async () => {
    const { turn } = await begin();
    const before = turn.leaseUntil.valueOf();
    await expect
      .poll(async () => (await turnOf(turn.id)).leaseUntil.valueOf(), { timeout: 8_000 })
      .toBeGreaterThan(before);
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
  });

  it('that was lost ends the turn here, and nothing more is written', async () => {
    const { messageId, turn } = await begin();
    // Another process has taken it over, as if this one had been silent for long.
    await server.db
      .updateTable('turn')
      .set({ status: 'interrupted', epoch: sql`"epoch" + 1` })
      .where('id', '=', turn.id)
      .execute();
    await server.db
      .updateTable('message')
      .set({ status: 'interrupted', parts: '[{"type":"text","text":"as taken over"}]', n: 3 })
      .where('id', '=', messageId)
      .execute();
    const { requests } = server.provider;
    await expect.poll(() => requests.at(-1)?.outcome, { timeout: 8_000 }).toBe('aborted');
    await sleep(700);
    const after = await stored(server, messageId);
    expect(after).toMatchObject({ status: 'interrupted', n: 3 });
    expect(textOf(after.parts)).toBe('as taken over');
    expect(await turnOf(turn.id)).toMatchObject({ status: 'interrupted', epoch: 2 });
  });

  it('renewed just as the answer ends is not lost: the channel is named', async () => {
    const fresh = await openConversation(server);
    const { channelId, live, api } = fresh;
    await api.trpc.message.send.mutate({ channelId, text: '[[delay 50]] How do tides work?' });
    await live.until(({ texts }) => (texts[1] ?? '') !== '', 'some words');
    const commitsAreKnownLate = vi
      .spyOn(server.platform.database.db, 'transaction')
      .mockImplementation(() => {
        const begun = Kysely.prototype.transaction.call(server.platform.database.db);
        const execute: typeof begun.execute = async (work) => {
          const result = await begun.execute(work);
          // Longer than it takes to renew.
          await sleep(3_500);
          return result;
        };
        return { execute } as typeof begun;
      });
    await live.until(({ list }) => list[1]?.status === 'done', 'the end');
    const name = async () => (await api.trpc.channel.get.query({ channelId })).name;
    await expect.poll(name, { timeout: 8_000 }).not.toBe('');
    commitsAreKnownLate.mockRestore();
    await fresh.close();
  });

  it('that expired is taken over by the next sweep: the answer is interrupted with its text', async () => {
    const { messageId, turnId } = await abandoned({ expired: true });
    await talk.live.until(({ list }) => list[1]?.status === 'interrupted', 'the interruption', 12_000);
    expect(talk.live.list[1]?.abilities.continue).toBe(true);
    const message = await stored(server, messageId);
    expect(gistOf(message.parts)).toEqual(['text: Half an ans', 'calculator: output-error']);
    expect(message.parts[1]).toMatchObject({ state: 'done' });
    expect(message.n).toBe(7);
    expect(await turnOf(turnId)).toMatchObject({ status: 'interrupted', epoch: 2 });
  });

  it('that expired is taken over even while others cannot be renewed', async () => {
    const { messageId, turnId } = await abandoned({ expired: false });
    const busy = await openConversation(server, { name: 'Named' });
    await busy.api.trpc.message.send.mutate({ channelId: busy.channelId, text: long });
    const renewals = vi.spyOn(server.platform.database.db, 'updateTable').mockImplementation(() => {
      throw new Error('refused');
    });
    await expect.poll(() => renewals.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await sql`update "turn" set "leaseUntil" = now() - interval '1 second' where "id" = ${turnId}`.execute(
      server.db,
    );
    await talk.live.until(({ list }) => list[1]?.status === 'interrupted', 'the interruption', 8_000);
    renewals.mockRestore();
    expect(await stored(server, messageId)).toMatchObject({ status: 'interrupted' });
    await busy.api.trpc.message.stop.mutate({ channelId: busy.channelId });
    await busy.live.untilSettled();
    await busy.close();
  });

  it('still valid is left alone', async () => {
    const { turnId } = await abandoned({ expired: false });
    const other = await openConversation(server);
    await abandoned({ expired: true, of: other });
    // By the search that finds this one.
    await other.live.until(({ list }) => list[1]?.status === 'interrupted', 'the interruption', 12_000);
    expect(await turnOf(turnId)).toMatchObject({ status: 'running', epoch: 1 });
    await other.close();
  });

  it('once interrupted can be continued by anyone who may send', async () => {
    const { messageId } = await abandoned({ expired: true });
    const { channelId, live } = talk;
    await live.until(({ list }) => list[1]?.status === 'interrupted', 'the interruption', 12_000);
    const { api: colleague } = await talk.person();
    await colleague.trpc.message.continue.mutate({ channelId, messageId });
    await live.until(({ list }) => list[1]?.status === 'done', 'the rest');
    expect(textOf(live.list[1]?.parts ?? [])).toContain('Half an ans');
    expect(live.breaches).toEqual([]);
  });
});

describe('one channel', () => {
  it('has one running turn, however many send at once from anywhere', async () => {
    const second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    const { channelId, live, api } = talk;
    const other = await second.as(talk.owner.id);
    let most = 0;
    const looking = setInterval(async () => {
      const { n } = await server.db
        .selectFrom('turn')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('channelId', '=', channelId)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      most = Math.max(most, n);
    }, 5);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? api : other).post(`/api/channel/${channelId}/message`, {
          text: `[[say ${index}]] q${index}`,
        }),
      ),
    );
    await live
      .until(({ list }) => list.length === 40 && list[39]?.status === 'done', 'all answers', 30_000)
      .finally(() => clearInterval(looking));
    expect(most).toBe(1);
    const questions = live.texts.filter((_, index) => index % 2 === 0);
    expect(new Set(questions).size).toBe(20);
    for (const [index, text] of live.texts.entries())
      if (index % 2) expect(live.texts[index - 1]).toContain(`[[say ${text}]]`);
    expect(live.breaches).toEqual([]);
    await second.close();
  }, 60_000);

  it('is stopped from a server that does not run it', async () => {
    const second = await startTalkingServer({
      provider: server.provider,
      databaseUrl: server.platform.database.url,
    });
    const { channelId, live } = talk;
    await begin();
    const other = await second.as(talk.owner.id);
    await other.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    expect(live.list[1]?.status).toBe('stopped');
    await second.close();
  });

  it('is stopped even if the bus loses the event', async () => {
    const { channelId, live, api } = talk;
    await begin();
    const { requestStop } = server.platform.turns;
    server.platform.turns.requestStop = () => {};
    await api.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    server.platform.turns.requestStop = requestStop;
    expect(live.list[1]?.status).toBe('stopped');
  });
});
