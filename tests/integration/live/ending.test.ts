import { once } from 'node:events';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openConversation, startTalkingServer } from '../message/conversation.ts';

it('a stopping server sends its watchers the end of every turn before it closes their sockets', async () => {
  const server = await startTalkingServer();
  const { api, channelId, live, close } = await openConversation(server, { name: 'Named' });
  const address = `${server.url.replace(/^http/, 'ws')}/api/live`;
  const dial = () => new WebSocket(address, { headers: { authorization: `Bearer ${api.token}` } });
  const other = dial();
  await once(other, 'open');
  const closed = once(other, 'close').then(([code]) => ({ code, status: live.list.at(-1)?.status }));

  await api.trpc.message.send.mutate({ channelId, text: '[[tokens 2000]] [[delay 20]] Go' });
  await live.until(({ list }) => (list.at(-1)?.n ?? 0) > 3, 'an answer that grows');
  const ended = server.close();
  // New connections go to another server, where they will not be cut off at once.
  const late = dial();
  const answer = new Promise((resolve) => {
    late.once('open', () => resolve('welcome'));
    late.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
  });
  expect(await answer).toBe(503);
  expect(await closed).toEqual({ code: 1012, status: 'interrupted' });
  // It was told on the stream that was open, not by a new one.
  expect(live.events.filter((event) => event.type === 'messages' && event.reset)).toHaveLength(1);
  await close();
  await ended;
});
