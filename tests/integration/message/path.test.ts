import { randomUUID } from 'node:crypto';
import { changesSince } from '@tandem/api/message/message.changes';
import { makeMessage, makeModel } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import {
  type Conversation,
  openConversation,
  startTalkingServer,
  type TalkingServer,
} from './conversation.ts';

let server: TalkingServer;
let talk: Conversation;

beforeAll(async () => {
  server = await startTalkingServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  talk = await openConversation(server, { name: 'Named' });
  return () => talk.close();
});

/** Sends and waits for the whole answer. */
async function say(text: string): Promise<void> {
  const { channelId, live, api } = talk;
  live.answer(await api.trpc.message.send.mutate({ channelId, text }));
  await live.untilSettled();
}

const at = (index: number) => {
  const message = talk.live.list.at(index);
  if (!message) throw new Error(`no message at ${index}`);
  return message;
};

/** The channel as anyone who comes now gets it. */
async function fresh(): Promise<string[]> {
  const { list } = await talk.api.trpc.message.list.query({ channelId: talk.channelId });
  return list.map((message) => textOf(message.parts));
}

async function expectInStep(): Promise<void> {
  expect(talk.live.texts).toEqual(await fresh());
  expect(talk.live.breaches).toEqual([]);
  const { messageCount } = await server.db
    .selectFrom('channel_head')
    .select('messageCount')
    .where('channelId', '=', talk.channelId)
    .executeTakeFirstOrThrow();
  expect(messageCount).toBe(talk.live.list.length);
}

describe('message.edit', () => {
  it('puts the new wording in place, answers it, and keeps the old branch as a sibling', async () => {
    await say('[[say one]] First');
    await say('[[say two]] Second');
    const [question] = talk.live.list;
    const { channelId, api, live } = talk;
    const change = await api.trpc.message.edit.mutate({
      channelId,
      messageId: at(0).id,
      text: '[[say three]] Better',
    });
    expect(change.removed).toHaveLength(4);
    live.answer(change);
    await live.until(({ list }) => list.length === 2 && list[1]?.status === 'done', 'the new answer');
    expect(live.texts).toEqual(['[[say three]] Better', 'three']);
    expect(at(0).siblings).toEqual([question?.id, at(0).id]);
    await expectInStep();
  });

  it('is told to watchers without the words of what left the path', async () => {
    await say('[[say one]] First');
    const { channelId, api, live } = talk;
    const { revision } = live;
    const left = [at(0), at(1)].map(({ id, seq }) => ({ id, seq, active: false }));
    await api.trpc.message.edit.mutate({ channelId, messageId: at(0).id, text: '[[say two]] Better' });
    await live.until(({ list }) => list[1]?.id !== left[1]?.id && list[1]?.status === 'done');
    const { rows } = await changesSince(server.db, channelId, revision);
    expect(rows.slice(0, 2)).toEqual(left);
    expect(rows.slice(2)).toMatchObject([{ id: at(0).id }, { id: at(1).id, status: 'done' }]);
  });

  it('is its author’s alone', async () => {
    await say('Mine');
    const { channelId } = talk;
    const { api: admin } = await talk.person('admin');
    const edit = { channelId, messageId: at(0).id, text: 'Theirs' };
    await expectRefused(admin.trpc.message.edit.mutate(edit), 'notAuthor');
    await expectRefused(
      talk.api.trpc.message.edit.mutate({ channelId, messageId: at(1).id, text: 'An answer' }),
      'notAuthor',
    );
    await expectInStep();
  });

  it('is refused with 409 when someone else wrote after it', async () => {
    const { api: colleague } = await talk.person();
    await say('Mine');
    const { channelId, live, api } = talk;
    await colleague.trpc.message.send.mutate({ channelId, text: 'Theirs' });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    const refused = api.trpc.message.edit.mutate({ channelId, messageId: at(0).id, text: 'Changed' });
    await expect(refused).rejects.toMatchObject({ data: { key: 'messageFollowed', httpStatus: 409 } });
    await expectRefused(
      api.trpc.message.regenerate.mutate({ channelId, messageId: at(1).id }),
      'messageFollowed',
    );
    // Their own is still theirs to change.
    await colleague.trpc.message.edit.mutate({ channelId, messageId: at(2).id, text: 'Theirs, changed' });
    await live.until(({ texts }) => texts[2] === 'Theirs, changed');
    await live.untilSettled();
    await expectInStep();
  });

  it('with one key happens once', async () => {
    await say('First');
    const { channelId, api, live } = talk;
    const edit = { channelId, messageId: at(0).id, text: 'Changed', clientKey: randomUUID() };
    const changes = await Promise.all([1, 2, 3, 4].map(() => api.trpc.message.edit.mutate(edit)));
    expect(new Set(changes.map(({ messages }) => messages[0]?.id)).size).toBe(1);
    await live.untilSettled();
    expect(at(0).siblings).toHaveLength(2);
    await expectInStep();
  });

  it('waits for no running answer: 409', async () => {
    const { channelId, api, live } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 3000]] [[delay 5]] Long' });
    await live.until(({ list }) => list.length === 2);
    const messageId = at(0).id;
    await expectRefused(api.trpc.message.edit.mutate({ channelId, messageId, text: 'x' }), 'turnRunning');
    await expectRefused(
      api.trpc.message.regenerate.mutate({ channelId, messageId: at(1).id }),
      'turnRunning',
    );
    await expectRefused(api.trpc.message.select.mutate({ channelId, messageId }), 'turnRunning');
    await expectRefused(api.trpc.message.continue.mutate({ channelId, messageId: at(1).id }), 'turnRunning');
    await api.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    await expectInStep();
  });
});

describe('message.regenerate', () => {
  it('starts a sibling of the answer; four times at once gives one', async () => {
    await say('[[say one]] First');
    const { channelId, api, live } = talk;
    const first = at(1).id;
    const again = { channelId, messageId: first, clientKey: randomUUID() };
    await Promise.all([1, 2, 3, 4].map(() => api.trpc.message.regenerate.mutate(again)));
    await live.until(({ list }) => list[1]?.id !== first && list[1]?.status === 'done');
    expect(at(1).siblings).toEqual([first, at(1).id]);
    expect(live.list).toHaveLength(2);
    await expectInStep();
  });

  it('with one key answers the same when its model is gone meanwhile', async () => {
    await say('[[say one]] First');
    const { channelId, api, live, team } = talk;
    const { id: providerId } = await server.db
      .selectFrom('provider')
      .select('id')
      .where('teamId', '=', team.id)
      .executeTakeFirstOrThrow();
    const { id: modelId } = await makeModel(server.db, { providerId, modelId: 'fake-other' });
    const again = { channelId, messageId: at(1).id, modelId, clientKey: randomUUID() };
    const first = await api.trpc.message.regenerate.mutate(again);
    await live.until(({ list }) => list[1]?.id === first.messages[0]?.id && list[1]?.status === 'done');
    await server.db.deleteFrom('model').where('id', '=', modelId).execute();
    const repeated = await api.trpc.message.regenerate.mutate(again);
    expect(repeated.messages.map(({ id }) => id)).toEqual([at(1).id]);
    await expectRefused(
      api.trpc.message.regenerate.mutate({ ...again, messageId: at(1).id, clientKey: randomUUID() }),
      'notFound',
    );
    await expectInStep();
  });

  it('is refused on a person’s message and on one that left the path', async () => {
    await say('First');
    const { channelId, api, live } = talk;
    const first = at(1).id;
    await expectRefused(api.trpc.message.regenerate.mutate({ channelId, messageId: at(0).id }), 'conflict');
    await api.trpc.message.regenerate.mutate({ channelId, messageId: first });
    await live.until(({ list }) => list[1]?.id !== first && list[1]?.status === 'done');
    await expectRefused(api.trpc.message.regenerate.mutate({ channelId, messageId: first }), 'conflict');
  });
});

describe('message.select', () => {
  it('switches the path for everyone, and remembers where each branch was', async () => {
    const { api: colleague } = await talk.person();
    const { channelId, api, live } = talk;
    await say('[[say a1]] A');
    await say('[[say a2]] A again');
    const before = live.texts;
    const oldFirst = at(0).id;
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b1]] B' });
    await live.until(({ texts }) => texts[1] === 'b1');
    await live.untilSettled();
    const newFirst = at(0).id;
    await colleague.trpc.message.select.mutate({ channelId, messageId: oldFirst });
    await live.until(({ list }) => list.length === 4);
    expect(live.texts).toEqual(before);
    await expectInStep();
    await api.trpc.message.select.mutate({ channelId, messageId: newFirst });
    await live.until(({ list }) => list.length === 2);
    expect(live.texts).toEqual(['[[say b1]] B', 'b1']);
    await expectInStep();
  });

  it('reaches a message deep in a branch that is not shown', async () => {
    const { channelId, api, live } = talk;
    await say('[[say a1]] A');
    await say('[[say a2]] A again');
    const deep = at(3).id;
    const oldFirst = at(0).id;
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b1]] B' });
    await live.until(({ texts }) => texts[1] === 'b1');
    await live.untilSettled();
    await api.trpc.message.select.mutate({ channelId, messageId: deep });
    await live.until(({ list }) => list.length === 4);
    expect(live.list.map(({ id }) => id)).toContain(deep);
    await expectInStep();
  });

  it('of what is shown already changes nothing', async () => {
    await say('A');
    const { channelId, api, live } = talk;
    const { revision } = live;
    await api.trpc.message.select.mutate({ channelId, messageId: at(0).id });
    expect((await api.trpc.message.list.query({ channelId })).revision).toBe(revision);
  });

  it('of a long path begins again with the newest page', async () => {
    const { channelId, api, live, owner } = talk;
    await say('A');
    const oldFirst = at(0).id;
    for (let index = 0; index < 120; index++) {
      await makeMessage(server.db, { channelId, authorId: owner.id, text: `q${index}` });
      await makeMessage(server.db, { channelId, text: `a${index}` });
    }
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b]] B' });
    await live.until(({ texts }) => texts[1] === 'b', 'the short branch');
    await live.untilSettled();
    await expectInStep();
    const change = await api.trpc.message.select.mutate({ channelId, messageId: oldFirst });
    expect(change).toMatchObject({ reset: true, hasMore: true, removed: [] });
    expect(change.messages).toHaveLength(40);
    await live.until(({ list }) => list.length === 40, 'the newest page');
    expect(live.texts).toEqual((await fresh()).slice(-40));
    expect(live.breaches).toEqual([]);
  });
});

describe('two ids on one call', () => {
  it('own channel and foreign message: NOT_FOUND, and nothing written', async () => {
    await say('Mine');
    const other = await openConversation(server);
    const { channelId: foreign, api } = other;
    await api.trpc.message.send.mutate({ channelId: foreign, text: 'Theirs' });
    await other.live.untilSettled();
    const before = await server.db.selectFrom('message').selectAll().orderBy('id').execute();
    const messageId = other.live.list[1]?.id as string;
    const questionId = other.live.list[0]?.id as string;
    const { channelId } = talk;
    const calls = talk.api.trpc.message;
    await expectRefused(calls.edit.mutate({ channelId, messageId: questionId, text: 'x' }), 'notFound');
    await expectRefused(calls.regenerate.mutate({ channelId, messageId }), 'notFound');
    await expectRefused(calls.continue.mutate({ channelId, messageId }), 'notFound');
    await expectRefused(calls.select.mutate({ channelId, messageId }), 'notFound');
    await expectRefused(calls.editQueued.mutate({ channelId, queuedId: messageId, text: 'x' }), 'notFound');
    await expectRefused(calls.removeQueued.mutate({ channelId, queuedId: messageId }), 'notFound');
    await expectRefused(
      calls.edit.mutate({ channelId: foreign, messageId: questionId, text: 'x' }),
      'notFound',
    );
    expect(await server.db.selectFrom('message').selectAll().orderBy('id').execute()).toEqual(before);
    await other.close();
  });
});

describe('a branch of more messages than a statement has parameters', () => {
  it('is selected too', async () => {
    const { channelId, api, owner, team } = talk;
    const LENGTH = 66_000;
    await sql`
      with "old" as (select gen_random_uuid() as "id", "n" from generate_series(1, ${sql.lit(LENGTH)}) as "n")
      insert into "message"
        ("id", "parentId", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision", "active")
      select "id", lag("id") over (order by "n"), ${channelId}, ${team.id}, "n", 'user', ${owner.id},
        '[{"type":"text","text":"Old"}]', 1, false
      from "old"
    `.execute(server.db);
    await server.db
      .updateTable('channel_head')
      .set({ lastSeq: LENGTH, revision: 1 })
      .where('channelId', '=', channelId)
      .execute();
    const { id: messageId } = await server.db
      .selectFrom('message')
      .select('id')
      .where('channelId', '=', channelId)
      .where('seq', '=', 1)
      .executeTakeFirstOrThrow();
    const change = await api.trpc.message.select.mutate({ channelId, messageId });
    expect(change).toMatchObject({ reset: true, hasMore: true });
    expect(change.messages.at(-1)?.seq).toBe(LENGTH);
  });
});
