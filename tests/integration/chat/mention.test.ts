import { makeAssistant } from '@tandem/db/testing/factories/index';
import { describe, expect, it, vi } from 'vitest';
import { stored, useTalkingServer } from '../message/conversation.ts';
import { useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server);

const user = (id: number) => ({ type: 'user' as const, userId: id });
const notices = (userId: number) =>
  server.db.selectFrom('notice').selectAll().where('userId', '=', userId).execute();

const settled = () =>
  vi.waitFor(
    async () => {
      const running = server.db.selectFrom('turn').select('id').where('status', '=', 'running');
      expect(await running.where('channelId', '=', chat.channelId).execute()).toEqual([]);
    },
    { timeout: 20_000 },
  );

describe('mentions', () => {
  it('are stored with the current name, sent to everyone, and notify once', async () => {
    const { api, channelId, live } = chat;
    const bo = await chat.join('Bo');
    const sent = await api.trpc.message.send.mutate({
      channelId,
      text: 'Look, @Bo and @Bo again',
      mentions: [user(bo.id), user(bo.id)],
    });
    const mention = { type: 'user', userId: bo.id, name: 'Bo' };
    expect(sent.messages[0]?.mentions).toEqual([mention]);
    await live.untilSettled();
    expect(live.list[0]?.mentions).toEqual([mention]);
    expect(await notices(bo.id)).toMatchObject([
      { kind: 'mention', actorId: chat.owner.id, channelId, messageId: sent.messageId },
    ]);
  });

  it('also work with the full-width at sign of Chinese and Japanese keyboards', async () => {
    const { api, channelId } = chat;
    const bo = await chat.join('小明');
    const sent = await api.trpc.message.send.mutate({
      channelId,
      text: '请看＠小明',
      mentions: [user(bo.id)],
    });
    expect(sent.messages[0]?.mentions).toEqual([{ type: 'user', userId: bo.id, name: '小明' }]);
  });

  it('of people without access, or not named in the text, are dropped silently', async () => {
    const { api, channelId } = chat;
    const secret = await chat.privateChannel();
    const bo = await chat.join('Bo');
    const cy = await chat.join('Cy');
    const guest = await chat.join('Gus', { role: 'guest' });
    const text = 'Hello @Bo @Gus @Stranger';
    const sent = await api.trpc.message.send.mutate({
      channelId,
      text,
      mentions: [user(bo.id), user(cy.id), user(guest.id), user(999_999)],
    });
    expect(sent.messages[0]?.mentions).toEqual([{ type: 'user', userId: bo.id, name: 'Bo' }]);
    expect(await notices(guest.id)).toEqual([]);
    const hidden = await api.trpc.message.send.mutate({
      channelId: secret.id,
      text,
      mentions: [user(bo.id)],
    });
    expect(hidden.messages[0]?.mentions).toEqual([]);
    expect((await notices(bo.id)).length).toBe(1);
  });

  it('notify only people whom an earlier wording did not, and never the writer', async () => {
    const { api, channelId, live, owner } = chat;
    const bo = await chat.join('Bo');
    const cy = await chat.join('Cy');
    const { messageId } = await api.trpc.message.send.mutate({
      channelId,
      text: 'For @Bo',
      mentions: [user(bo.id)],
    });
    await live.untilSettled();
    await api.trpc.message.edit.mutate({
      channelId,
      messageId: messageId as string,
      text: `For @Bo, @Cy and @${owner.name}`,
      mentions: [user(bo.id), user(cy.id), user(owner.id)],
    });
    expect((await notices(bo.id)).length).toBe(1);
    expect((await notices(cy.id)).length).toBe(1);
    expect(await notices(owner.id)).toEqual([]);
    await live.untilSettled();
  });

  it.each(['always', 'mentioned'] as const)(
    'notify once, however often a message is edited where assistants answer %s',
    async (answering) => {
      const { api, channelId } = chat;
      await server.db.updateTable('channel').set({ answering }).where('id', '=', channelId).execute();
      const bo = await chat.join('Bo');
      const named = { text: 'For @Bo', mentions: [user(bo.id)] };
      let { messageId: id } = await api.trpc.message.send.mutate({ channelId, ...named });
      for (let i = 0; i < 3; i++)
        for (const words of [{ text: 'For nobody' }, named]) {
          await settled();
          const change = await api.trpc.message.edit.mutate({ channelId, messageId: id as string, ...words });
          id = change.messages.find(({ role }) => role === 'user')?.id ?? id;
        }
      expect((await notices(bo.id)).length).toBe(1);
      // Another message is other news.
      await settled();
      await api.trpc.message.send.mutate({ channelId, ...named });
      expect((await notices(bo.id)).length).toBe(2);
      await settled();
    },
  );

  it('of a queued message notify when its turn comes', async () => {
    const { api, channelId, live } = chat;
    const bo = await chat.join('Bo');
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 2000]] [[delay 3]] Long' });
    const { queuedId } = await api.trpc.message.send.mutate({ channelId, text: 'Later' });
    await api.trpc.message.editQueued.mutate({
      channelId,
      queuedId: queuedId as string,
      text: 'Later @Bo',
      mentions: [user(bo.id)],
    });
    await live.until(({ queue }) => queue[0]?.text === 'Later @Bo', 'the new words');
    expect(live.queue[0]?.mentions).toEqual([{ type: 'user', userId: bo.id, name: 'Bo' }]);
    expect(await notices(bo.id)).toEqual([]);
    await api.trpc.message.stop.mutate({ channelId });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done', 'its answer');
    expect((await notices(bo.id)).length).toBe(1);
  });

  it('of another assistant of the app let that one answer', async () => {
    const { api, channelId, live, team, app, owner } = chat;
    const values = { teamId: team.id, ownerId: owner.id, name: 'Second' };
    const { modelId } = await server.db
      .selectFrom('assistant')
      .select('modelId')
      .where('id', '=', chat.assistant.id)
      .executeTakeFirstOrThrow();
    const second = await makeAssistant(server.db, { ...values, appId: app.id, modelId });
    const foreign = await makeAssistant(server.db, { ...values, name: 'Foreign', appId: null });
    const sent = await api.trpc.message.send.mutate({
      channelId,
      text: '@Foreign @Second hello',
      mentions: [
        { type: 'assistant', assistantId: foreign.id },
        { type: 'assistant', assistantId: second.id },
      ],
    });
    expect(sent.messages[1]?.assistant?.name).toBe('Second');
    await live.untilSettled();
    expect((await stored(server, sent.messages[1]?.id as string)).assistantId).toBe(second.id);
  });

  it('are bounded, and unknown keys are refused', async () => {
    const { api, channelId } = chat;
    const many = Array.from({ length: 51 }, (_, index) => user(index + 1));
    const send = (mentions: unknown) =>
      api.post(`/api/channel/${channelId}/message`, { text: 'x', mentions });
    expect((await send(many)).status).toBe(400);
    expect((await send([{ type: 'user', userId: 1, name: 'Injected' }])).status).toBe(400);
    expect((await send([{ type: 'everyone' }])).status).toBe(400);
  });
});
