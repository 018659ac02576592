import type { ChannelTable } from '@tandem/db/tables/channel';
import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import type { Permission } from '@tandem/shared/access/permissions';
import { levelRank } from '@tandem/shared/access/permissions';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { Updateable } from 'kysely';
import { forEach } from '../harness/filled.ts';
import { follow, openSocket } from '../live/follower.ts';
import { type Conversation, openConversation, type TalkingServer } from '../message/conversation.ts';

/** A conversation and the people who come to it in a test; all of it ends with `close`. */
export async function openGroupChat(server: TalkingServer, values: Updateable<ChannelTable> = {}) {
  const talk: Conversation = await openConversation(server, { name: 'Named' });
  const closing: (() => unknown)[] = [() => talk.close()];
  if (Object.keys(values).length > 0)
    await server.db.updateTable('channel').set(values).where('id', '=', talk.channelId).execute();
  return {
    ...talk,
    /** Another person of the team, named, with what they were granted on the channel. */
    async join(name: string, { role = 'member', grant }: { role?: TeamRole; grant?: Permission } = {}) {
      const { user, api } = await talk.person(role);
      await server.db.updateTable('user').set({ name }).where('id', '=', user.id).execute();
      if (grant)
        await makeGrant(server.db, {
          targetId: talk.channelId,
          teamId: talk.team.id,
          userId: user.id,
          level: levelRank[grant],
        });
      return { id: user.id, name, api };
    },
    /** Follows the channel as somebody. */
    async watch(token: string | null, url = server.url) {
      const socket = openSocket(url, token as string);
      const follower = follow(socket, talk.channelId);
      closing.push(
        () => follower.stop(),
        () => socket.close(),
      );
      await follower.until(({ isStarted }) => isStarted, 'the first event');
      return follower;
    },
    /** A channel of the owner's beside it, seen by its creator alone. */
    privateChannel: () =>
      makeChannel(server.db, { appId: talk.app.id, creatorId: talk.owner.id, visibility: 'private' }),
    async close() {
      for (const end of closing) await end();
    },
  };
}
export type GroupChat = Awaited<ReturnType<typeof openGroupChat>>;

/** A fresh one for each test. */
export const useGroupChat = (server: TalkingServer, values?: Updateable<ChannelTable>): GroupChat =>
  forEach(
    () => openGroupChat(server, values),
    (chat) => chat.close(),
  );
