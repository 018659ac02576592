import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server, { answering: 'mentioned' });

const asking = () => ({
  mentions: [{ type: 'assistant' as const, assistantId: chat.assistant.id }],
});

describe('a channel whose assistant answers when mentioned', () => {
  it('stores other messages alone, even during an answer, and answers mentions', async () => {
    const { api, channelId, live, assistant } = chat;
    const bo = await chat.join('Bo');
    const first = await bo.api.trpc.message.send.mutate({ channelId, text: 'Only talking' });
    expect(first).toMatchObject({ queuedId: null, messages: [{ role: 'user' }] });
    await api.trpc.message.send.mutate({
      channelId,
      text: `@${assistant.name} [[tokens 1500]] [[delay 3]] please`,
      ...asking(),
    });
    const beside = await bo.api.trpc.message.send.mutate({ channelId, text: 'Meanwhile' });
    expect(beside).toMatchObject({ queuedId: null, queue: [] });
    const running = live.list.find(({ role }) => role === 'assistant');
    expect(beside.messages.find(({ id }) => id === beside.messageId)?.parentId).toBe(running?.id);
    await live.until(({ texts }) => texts.includes('Meanwhile'), 'the message beside');
    expect(live.list.find(({ role }) => role === 'assistant')?.status).toBe('running');
    await api.trpc.message.stop.mutate({ channelId });
    await live.until(({ list }) => list.every(({ status }) => status !== 'running'), 'the end');
    expect(live.list.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'user']);
    expect(live.breaches).toEqual([]);
    expect((await api.trpc.message.list.query({ channelId })).list).toEqual(live.list);
  });

  it('sends the model all earlier messages, each with its writer', async () => {
    const { api, channelId, live, assistant, owner } = chat;
    const bo = await chat.join('Bo');
    await bo.api.trpc.message.send.mutate({ channelId, text: 'The code is 4711' });
    await api.trpc.message.send.mutate({ channelId, text: `@${assistant.name} which code?`, ...asking() });
    await live.untilSettled();
    const asked = JSON.stringify(server.provider.requests.at(-1)?.body);
    expect(asked).toContain('Bo: The code is 4711');
    expect(asked).toContain(`${owner.name}: @${assistant.name} which code?`);
  });

  it('is switched to always answering by anyone who may edit it', async () => {
    const { api, channelId, live } = chat;
    const viewer = await chat.join('Vi', { role: 'guest', grant: 'comment' });
    await expectRefused(
      viewer.api.trpc.channel.update.mutate({ channelId, answering: 'always' }),
      'forbidden',
    );
    const changed = await api.trpc.channel.update.mutate({ channelId, answering: 'always' });
    expect(changed.answering).toBe('always');
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    expect(live.list.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('a second person can stop the first one’s answer', async () => {
    const { api, channelId, live, assistant } = chat;
    const bo = await chat.join('Bo');
    await api.trpc.message.send.mutate({
      channelId,
      text: `@${assistant.name} [[tokens 5000]] [[delay 3]] Long`,
      ...asking(),
    });
    expect(await bo.api.trpc.message.stop.mutate({ channelId })).toEqual({ stopping: true });
    await live.untilSettled();
    expect(live.list.at(-1)?.status).toBe('stopped');
  });

  it('needs no model for people to talk', async () => {
    const { api, channelId } = chat;
    const models = await api.trpc.model.list.query();
    const enable = (enabled: boolean) =>
      server.db
        .updateTable('model')
        .set({ enabled })
        .where(
          'id',
          'in',
          models.map(({ id }) => id),
        )
        .execute();
    await enable(false);
    try {
      expect(await api.trpc.model.list.query()).toEqual([]);
      const sent = await api.trpc.message.send.mutate({ channelId, text: 'Hello people' });
      expect(sent.messageId).not.toBeNull();
    } finally {
      await enable(true);
    }
  });

  it('a repeated key answers the same message', async () => {
    const { api, channelId } = chat;
    const clientKey = crypto.randomUUID();
    const send = () => api.trpc.message.send.mutate({ channelId, text: 'Once', clientKey });
    const [first, second] = [await send(), await send()];
    expect(second.messageId).toBe(first.messageId);
    expect((await api.trpc.message.list.query({ channelId })).list.length).toBe(1);
  });
});

describe('editing a message without an answer', () => {
  it('happens in place, and is refused when someone else wrote after it', async () => {
    const { api, channelId, live } = chat;
    const bo = await chat.join('Bo');
    const { messageId } = await api.trpc.message.send.mutate({ channelId, text: 'A tpyo' });
    await api.trpc.message.send.mutate({ channelId, text: 'More of mine' });
    await api.trpc.message.edit.mutate({ channelId, messageId: messageId as string, text: 'A typo' });
    await live.until(({ texts }) => texts[0] === 'A typo', 'the new words');
    expect(live.texts).toEqual(['A typo', 'More of mine']);
    expect(live.list[0]).toMatchObject({ id: messageId, siblings: [messageId] });
    expect(live.list[0]?.editedAt).toBeInstanceOf(Date);
    await bo.api.trpc.message.send.mutate({ channelId, text: 'I saw it' });
    const again = { channelId, messageId: messageId as string, text: 'Changed' };
    await expectRefused(api.trpc.message.edit.mutate(again), 'messageFollowed');
    await expectRefused(bo.api.trpc.message.edit.mutate(again), 'notAuthor');
  });

  it('gets an answer once it mentions the assistant', async () => {
    const { api, channelId, live, assistant } = chat;
    const { messageId } = await api.trpc.message.send.mutate({ channelId, text: 'Nobody' });
    const text = `@${assistant.name} hello`;
    await api.trpc.message.edit.mutate({ channelId, messageId: messageId as string, text, ...asking() });
    await live.untilSettled();
    expect(live.list.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(textOf(live.list[0]?.parts ?? [])).toBe(text);
  });
});

describe('a discussion channel', () => {
  it('is for people, and anyone who may comment may write without an answer', async () => {
    const { api, app, assistant } = chat;
    const made = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'discussion', name: 'Plans' });
    expect(made).toMatchObject({ kind: 'discussion', answering: 'mentioned' });
    const guest = await chat.join('Gia', { role: 'guest' });
    const grant = { targetId: made.id, teamId: made.teamId, userId: guest.id, level: 2 };
    await server.db.insertInto('grant').values(grant).execute();
    const seen = await guest.api.trpc.channel.get.query({ channelId: made.id });
    expect(seen.abilities).toMatchObject({ comment: true, send: true, ask: false, edit: false });
    const sent = await guest.api.trpc.message.send.mutate({
      channelId: made.id,
      text: `@${assistant.name} hello`,
      mentions: [{ type: 'assistant', assistantId: assistant.id }],
    });
    expect(sent.messages.map(({ role }) => role)).toEqual(['user']);
    expect(sent.messages[0]?.mentions).toMatchObject([{ type: 'assistant' }]);
    expect(sent.messages[0]?.abilities).toMatchObject({ edit: true, react: true });
    const { messageId } = sent;
    const answer = { channelId: made.id, messageId: messageId as string };
    await expectRefused(guest.api.trpc.message.regenerate.mutate(answer), 'forbidden');
    await expectRefused(guest.api.trpc.message.continue.mutate(answer), 'forbidden');
    // Nor stop what others asked for.
    await expectRefused(guest.api.trpc.message.stop.mutate({ channelId: made.id }), 'forbidden');
  });

  it('in a chat a commenter may not write', async () => {
    const { channelId } = chat;
    const guest = await chat.join('Gia', { role: 'guest', grant: 'comment' });
    await expectRefused(guest.api.trpc.message.send.mutate({ channelId, text: 'x' }), 'forbidden');
  });
});
