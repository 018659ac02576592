import { randomUUID } from 'node:crypto';
import { changesSince } from '@tandem/api/content/message/changes';
import { makeModel } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import { openConversation, useTalkingServer } from './conversation.ts';
import { openWalk, type Walk } from './walk.ts';

const server = useTalkingServer();
let talk: Walk;

beforeEach(async () => {
  talk = await openWalk(server);
  return () => talk.close();
});

describe('message.edit', () => {
  it('replaces the text, answers it, and keeps the old branch as a sibling', async () => {
    await talk.say('[[say one]] First');
    await talk.say('[[say two]] Second');
    const [question] = talk.live.list;
    const { channelId, api, live } = talk;
    const change = await api.trpc.message.edit.mutate({
      channelId,
      messageId: talk.at(0).id,
      text: '[[say three]] Better',
    });
    expect(change.removed).toHaveLength(4);
    live.answer(change);
    await live.until(({ list }) => list.length === 2 && list[1]?.status === 'done', 'the new answer');
    expect(live.texts).toEqual(['[[say three]] Better', 'three']);
    expect(talk.at(0).siblings).toEqual([question?.id, talk.at(0).id]);
    await talk.expectInStep();
  });

  it('is announced to watchers without the text that left the path', async () => {
    await talk.say('[[say one]] First');
    const { channelId, api, live } = talk;
    const { revision } = live;
    const left = [talk.at(0), talk.at(1)].map(({ id, seq }) => ({ id, seq, active: false }));
    await api.trpc.message.edit.mutate({ channelId, messageId: talk.at(0).id, text: '[[say two]] Better' });
    await live.until(({ list }) => list[1]?.id !== left[1]?.id && list[1]?.status === 'done');
    const { rows } = await changesSince(server.db, channelId, revision);
    expect(rows.slice(0, 2)).toEqual(left);
    expect(rows.slice(2)).toMatchObject([{ id: talk.at(0).id }, { id: talk.at(1).id, status: 'done' }]);
  });

  it('is for its author alone', async () => {
    await talk.say('Mine');
    const { channelId } = talk;
    const { api: admin } = await talk.person('admin');
    const edit = { channelId, messageId: talk.at(0).id, text: 'Theirs' };
    await expectRefused(admin.trpc.message.edit.mutate(edit), 'notAuthor');
    await expectRefused(
      talk.api.trpc.message.edit.mutate({ channelId, messageId: talk.at(1).id, text: 'An answer' }),
      'notAuthor',
    );
    await talk.expectInStep();
  });

  it('is refused with 409 when someone else wrote after it', async () => {
    const { api: colleague } = await talk.person();
    await talk.say('Mine');
    const { channelId, live, api } = talk;
    await colleague.trpc.message.send.mutate({ channelId, text: 'Theirs' });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    const refused = api.trpc.message.edit.mutate({ channelId, messageId: talk.at(0).id, text: 'Changed' });
    await expect(refused).rejects.toMatchObject({ data: { key: 'messageFollowed', httpStatus: 409 } });
    await expectRefused(
      api.trpc.message.regenerate.mutate({ channelId, messageId: talk.at(1).id }),
      'messageFollowed',
    );
    // Their own is still theirs to change.
    await colleague.trpc.message.edit.mutate({
      channelId,
      messageId: talk.at(2).id,
      text: 'Theirs, changed',
    });
    await live.until(({ texts }) => texts[2] === 'Theirs, changed');
    await live.untilSettled();
    await talk.expectInStep();
  });

  it('with one key happens once', async () => {
    await talk.say('First');
    const { channelId, api, live } = talk;
    const edit = { channelId, messageId: talk.at(0).id, text: 'Changed', clientKey: randomUUID() };
    const changes = await Promise.all([1, 2, 3, 4].map(() => api.trpc.message.edit.mutate(edit)));
    expect(new Set(changes.map(({ messages }) => messages[0]?.id)).size).toBe(1);
    await live.untilSettled();
    expect(talk.at(0).siblings).toHaveLength(2);
    await talk.expectInStep();
  });

  it('is refused during an answer: 409', async () => {
    const { channelId, api, live } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 3000]] [[delay 5]] Long' });
    await live.until(({ list }) => list.length === 2);
    const messageId = talk.at(0).id;
    await expectRefused(api.trpc.message.edit.mutate({ channelId, messageId, text: 'x' }), 'turnRunning');
    await expectRefused(
      api.trpc.message.regenerate.mutate({ channelId, messageId: talk.at(1).id }),
      'turnRunning',
    );
    await expectRefused(api.trpc.message.select.mutate({ channelId, messageId }), 'turnRunning');
    await expectRefused(
      api.trpc.message.continue.mutate({ channelId, messageId: talk.at(1).id }),
      'turnRunning',
    );
    await api.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    await talk.expectInStep();
  });
});

describe('message.regenerate', () => {
  it('starts a sibling of the answer; four calls at once start one', async () => {
    await talk.say('[[say one]] First');
    const { channelId, api, live } = talk;
    const first = talk.at(1).id;
    const again = { channelId, messageId: first, clientKey: randomUUID() };
    await Promise.all([1, 2, 3, 4].map(() => api.trpc.message.regenerate.mutate(again)));
    await live.until(({ list }) => list[1]?.id !== first && list[1]?.status === 'done');
    expect(talk.at(1).siblings).toEqual([first, talk.at(1).id]);
    expect(live.list).toHaveLength(2);
    await talk.expectInStep();
  });

  it('with one key returns the same after its model is gone', async () => {
    await talk.say('[[say one]] First');
    const { channelId, api, live, team } = talk;
    const { id: providerId } = await server.db
      .selectFrom('provider')
      .select('id')
      .where('teamId', '=', team.id)
      .executeTakeFirstOrThrow();
    const { id: modelId } = await makeModel(server.db, { providerId, modelId: 'fake-other' });
    const again = { channelId, messageId: talk.at(1).id, modelId, clientKey: randomUUID() };
    const first = await api.trpc.message.regenerate.mutate(again);
    await live.until(({ list }) => list[1]?.id === first.messages[0]?.id && list[1]?.status === 'done');
    await server.db.deleteFrom('model').where('id', '=', modelId).execute();
    const repeated = await api.trpc.message.regenerate.mutate(again);
    expect(repeated.messages.map(({ id }) => id)).toEqual([talk.at(1).id]);
    await expectRefused(
      api.trpc.message.regenerate.mutate({ ...again, messageId: talk.at(1).id, clientKey: randomUUID() }),
      'notFound',
    );
    await talk.expectInStep();
  });

  it('is refused on a person’s message and on one off the path', async () => {
    await talk.say('First');
    const { channelId, api, live } = talk;
    const first = talk.at(1).id;
    await expectRefused(
      api.trpc.message.regenerate.mutate({ channelId, messageId: talk.at(0).id }),
      'conflict',
    );
    await api.trpc.message.regenerate.mutate({ channelId, messageId: first });
    await live.until(({ list }) => list[1]?.id !== first && list[1]?.status === 'done');
    await expectRefused(api.trpc.message.regenerate.mutate({ channelId, messageId: first }), 'conflict');
  });
});

describe('two ids on one call', () => {
  it('own channel and foreign message: NOT_FOUND, and nothing written', async () => {
    await talk.say('Mine');
    const other = await openConversation(server);
    const { channelId: foreign, api } = other;
    await api.trpc.message.send.mutate({ channelId: foreign, text: 'Theirs' });
    await other.live.untilSettled();
    const stored = () =>
      server.db
        .selectFrom('message')
        .selectAll()
        .where('channelId', 'in', [talk.channelId, foreign])
        .orderBy('id')
        .execute();
    const before = await stored();
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
    expect(await stored()).toEqual(before);
    await other.close();
  });
});
