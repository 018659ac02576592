import { textOf } from '@tandem/shared/message/parts';
import { expect } from 'vitest';
import { type Conversation, openConversation, type TalkingServer } from './conversation.ts';

/** A conversation whose path is walked: what its watcher sees is held against what is stored. */
export interface Walk extends Conversation {
  /** Sends and waits for the whole answer. */
  say(text: string): Promise<void>;
  /** @throws Error when there is no message at this place of the path */
  at(index: number): Conversation['live']['list'][number];
  /** The channel as anyone who comes now gets it. */
  fresh(): Promise<string[]>;
  expectInStep(): Promise<void>;
}

export async function openWalk(server: TalkingServer): Promise<Walk> {
  const talk = await openConversation(server, { name: 'Named' });
  const { channelId, live, api } = talk;

  async function fresh() {
    const { list } = await api.trpc.message.list.query({ channelId });
    return list.map((message) => textOf(message.parts));
  }

  return {
    ...talk,
    fresh,
    async say(text) {
      live.answer(await api.trpc.message.send.mutate({ channelId, text }));
      await live.untilSettled();
    },
    at(index) {
      const message = live.list.at(index);
      if (!message) throw new Error(`no message at ${index}`);
      return message;
    },
    async expectInStep() {
      expect(live.texts).toEqual(await fresh());
      expect(live.breaches).toEqual([]);
      const { messageCount } = await server.db
        .selectFrom('channel_head')
        .select('messageCount')
        .where('channelId', '=', channelId)
        .executeTakeFirstOrThrow();
      expect(messageCount).toBe(live.list.length);
    },
  };
}
