import { expect } from 'vitest';
import { type Conversation, stored, type TalkingServer } from '../message/conversation.ts';

/**
 * Asks in a conversation and waits for the end of the answer, which must be the same live and stored.
 * @throws Error if there is none
 */
export async function askIn(server: TalkingServer, on: Conversation, text: string) {
  const before = on.live.list.length;
  await on.api.trpc.message.send.mutate({ channelId: on.channelId, text });
  await on.live.until(({ list }) => list.length === before + 2);
  await on.live.untilSettled();
  const answer = on.live.list.at(-1);
  if (!answer) throw new Error('no answer');
  expect(on.live.breaches).toEqual([]);
  expect(answer.parts).toEqual((await stored(server, answer.id)).parts);
  return answer;
}
