import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';

const server = useTalkingServer();

it.each<[string, (talk: Conversation, userId: number) => Promise<unknown>]>([
  [
    'who asked is suspended',
    ({ api }, userId) => api.trpc.team.changeMember.mutate({ userId, suspended: true }),
  ],
  [
    'the share of who asked ends',
    ({ api, channelId }, userId) => api.trpc.grant.remove.mutate({ channelId, userId }),
  ],
  [
    'the channel is moved where who asked may not ask',
    async ({ api, channelId, app }, userId) => {
      await server.db.deleteFrom('grant').where('userId', '=', userId).execute();
      await api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'edit' });
      const spaceId = (await api.trpc.app.get.query({ appId: app.id })).spaceId;
      const other = await api.trpc.app.create.mutate({
        spaceId,
        type: 'chat',
        name: 'Closed',
        visibility: 'private',
      });
      await api.trpc.channel.move.mutate({ channelId, appId: other.id, parentId: null, afterId: null });
    },
  ],
])(
  'an answer ends when %s',
  async (_when, end) => {
    const talk = await openConversation(server, { name: 'Named' });
    const { channelId, team, app } = talk;
    await talk.api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'view' });
    const { user, api } = await talk.person();
    await makeGrant(server.db, {
      ...{ targetId: channelId, teamId: team.id, userId: user.id, level: levelRank.edit },
    });
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 100000]] [[delay 20]] Go on' });
    await talk.live.until(({ list }) => (list.at(-1)?.parts.length ?? 0) > 0, 'it has begun');
    await end(talk, user.id);
    const status = async () =>
      (await server.db.selectFrom('turn').select('status').where('userId', '=', user.id).execute())[0]
        ?.status;
    await until('it has ended', async () => (await status()) !== 'running', 15_000);
    expect(await status()).not.toBe('done');
    // A person with the right may.
    await talk.api.trpc.message.send.mutate({ channelId, text: '[[tokens 3]] And I?' });
    await until(
      'another is answered',
      async () =>
        (
          await server.db.selectFrom('turn').select('status').where('userId', '=', talk.owner.id).execute()
        ).some((turn) => turn.status === 'done'),
      15_000,
    );
    await talk.close();
  },
  60_000,
);
