import { randomUUID } from 'node:crypto';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import { useConversation, useTalkingServer } from './conversation.ts';
import { countsIn } from './counts.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const counts = (channelId: string) => countsIn(server.db, channelId);

describe('a key makes sending idempotent', () => {
  it('200 parallel sends with one key give one message and one turn', async () => {
    const { channelId, live, api } = talk;
    const clientKey = randomUUID();
    const sends = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await api.post(`/api/channel/${channelId}/message`, { text: 'Once', clientKey });
        expect(answer.status, answer.text).toBe(200);
        return answer.data as { messageId: string };
      }),
    );
    expect(new Set(sends.map(({ messageId }) => messageId)).size).toBe(1);
    await live.untilSettled();
    expect(await counts(channelId)).toEqual({ messages: 2, turns: 1, queued: 0 });
    const late = await api.trpc.message.send.mutate({ channelId, text: 'Once', clientKey });
    expect(late.messageId).toBe(sends[0]?.messageId);
    expect(late.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('also for a queued message, before and after its turn', async () => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 200]] First' });
    const clientKey = randomUUID();
    const send = () => api.trpc.message.send.mutate({ channelId, text: 'Second', clientKey });
    const [first, again] = [await send(), await send()];
    expect(first.queuedId).not.toBeNull();
    expect(again.queuedId).toBe(first.queuedId);
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done', 'both answers');
    const after = await send();
    expect(after).toMatchObject({ queuedId: null, messageId: live.list[2]?.id });
    expect(await counts(channelId)).toEqual({ messages: 4, turns: 2, queued: 0 });
  });

  it('refuses a key used in another channel', async () => {
    const { channelId, api, app, owner } = talk;
    const clientKey = randomUUID();
    const other = await makeChannel(server.db, { appId: app.id, creatorId: owner.id, name: 'Other' });
    await api.trpc.message.send.mutate({ channelId, text: 'Hello', clientKey });
    await expectRefused(
      api.trpc.message.send.mutate({ channelId: other.id, text: 'Hello', clientKey }),
      'conflict',
    );
    expect(await counts(other.id)).toEqual({ messages: 0, turns: 0, queued: 0 });
  });

  it('is scoped to a person: a colleague’s same key is another message', async () => {
    const { channelId, api, live } = talk;
    const { api: colleague } = await talk.person();
    const clientKey = randomUUID();
    await api.trpc.message.send.mutate({ channelId, text: 'Mine', clientKey });
    await live.untilSettled();
    const theirs = await colleague.trpc.message.send.mutate({ channelId, text: 'Theirs', clientKey });
    expect(theirs.messageId).not.toBeNull();
    await live.until(({ list }) => list.length === 4, 'both');
    expect(live.texts[2]).toBe('Theirs');
  });
});
