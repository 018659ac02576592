import { notify } from '@tandem/api/content/notice/notice.service';
import { transaction } from '@tandem/db';
import { makeChannel, makeMessage } from '@tandem/db/testing/factories/index';
import type { MeLiveEvent } from '@tandem/shared/live/events';
import type { Notice } from '@tandem/shared/notice/schema';
import type { TestServer } from '../harness/server.ts';
import type { LiveSocket } from '../live/follower.ts';
import { openTeam, type Team } from '../workspace/team.ts';

type NewNotice = Parameters<typeof notify>[1][number];

/** Tells people something, as a service does in its transaction. */
export function tell(server: TestServer, ...notices: NewNotice[]): Promise<void> {
  return transaction(server.db, (db) => notify({ db, platform: server.platform }, notices));
}

/** A team in whose channel people can be mentioned. */
export async function openGroupChat(server: TestServer) {
  const team = await openTeam(server);
  const teamId = team.team.id;
  const { id: channelId } = await makeChannel(server.db, {
    appId: team.app.id,
    creatorId: team.owner.id,
    name: 'Talk',
  });
  const reader = await team.person();
  return {
    ...team,
    teamId,
    channelId,
    reader,
    /** The owner mentions somebody, by default the reader. */
    async mention(text = `@${reader.user.name} look`, userId = reader.user.id) {
      const mentions = JSON.stringify([{ type: 'user', userId, name: reader.user.name }]);
      const message = await makeMessage(server.db, { channelId, authorId: team.owner.id, text, mentions });
      const actorId = team.owner.id;
      await tell(server, { kind: 'mention', userId, teamId, actorId, channelId, messageId: message.id });
      return message;
    },
  };
}
export type GroupChat = Awaited<ReturnType<typeof openGroupChat>>;

/** A person's notices as a page asks for them. */
export function noticesOf(api: Team['api'], input: { unreadOnly?: boolean; limit?: number } = {}) {
  return api.trpc.notice.list.query(input);
}

/** The notices as one tab of a person knows them. */
export class NoticeFollower {
  unread: number | null = null;
  readonly came: Notice[] = [];
  readonly read: (string[] | 'all')[] = [];
  readonly stop: () => void;

  constructor({ trpc }: LiveSocket) {
    const subscription = trpc.live.me.subscribe(undefined, { onData: ({ data }) => this.take(data) });
    this.stop = () => subscription.unsubscribe();
  }

  private take(event: MeLiveEvent): void {
    if (event.type === 'notice') this.came.push(event.notice);
    else if (event.type === 'noticesRead') this.read.push(event.ids);
    else if (event.type !== 'notices') return;
    this.unread = event.unread;
  }
}
