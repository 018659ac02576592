import { makeApp, makeChannel, makeMessage } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
/** A private app of the owner's with a channel. */
let appId: string;
let channelId: string;

beforeEach(async () => {
  const base = { teamId: team.team.id, creatorId: team.owner.id };
  appId = (await makeApp(server.db, { ...base, spaceId: team.space.id, visibility: 'private' })).id;
  channelId = (await makeChannel(server.db, { ...base, appId })).id;
});

describe('removing access to an app', () => {
  it('removes everything below it, including what they created and copied there', async () => {
    const { user, api } = await team.person();
    await team.api.trpc.grant.set.mutate({ appId, userId: user.id, permission: 'edit' });
    const message = await makeMessage(server.db, { channelId, authorId: team.owner.id, text: 'The plan' });
    const copy = await api.trpc.channel.fork.mutate({ channelId, messageId: message.id });
    const made = await api.trpc.channel.create.mutate({ appId, name: 'Mine' });
    const secret = await api.trpc.channel.create.mutate({ appId, name: 'Apart' });
    await api.trpc.channel.setVisibility.mutate({ channelId: secret.id, visibility: 'private' });
    await team.api.trpc.grant.set.mutate({ channelId, userId: user.id, permission: 'view' });
    const others = await makeChannel(server.db, { appId: team.app.id, creatorId: user.id });

    expect(await team.api.trpc.grant.remove.mutate({ appId, userId: user.id })).toBeNull();
    for (const { id } of [copy, made, { id: channelId }]) {
      await expectRefused(api.trpc.channel.get.query({ channelId: id }), 'notFound');
      await expectRefused(
        api.trpc.channel.setVisibility.mutate({ channelId: id, visibility: 'team' }),
        'notFound',
      );
      expect((await team.api.trpc.channel.get.query({ channelId: id })).level).toBe('manage');
    }
    // Their own things stay theirs, and so do things elsewhere.
    for (const { id } of [secret, others])
      expect((await api.trpc.channel.get.query({ channelId: id })).level).toBe('manage');
  });

  it('keeps what they can still see and its subtree', async () => {
    const { user, api } = await team.person();
    await api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Mine' });
    const { id } = await api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Mine too' });
    await team.api.trpc.grant.set.mutate({ appId: team.app.id, userId: user.id, permission: 'manage' });
    await team.api.trpc.grant.remove.mutate({ appId: team.app.id, userId: user.id });
    expect((await api.trpc.channel.get.query({ channelId: id })).level).toBe('manage');
  });

  it('is final, whatever they create at that moment', async () => {
    const { user, api } = await team.person();
    for (let round = 0; round < 4; round++) {
      await team.api.trpc.grant.set.mutate({ appId, userId: user.id, permission: 'edit' });
      await Promise.allSettled([
        ...[1, 2, 3].map(() => api.trpc.channel.create.mutate({ appId, name: 'Quick' })),
        team.api.trpc.grant.remove.mutate({ appId, userId: user.id }),
        ...[1, 2, 3].map(() => api.trpc.channel.create.mutate({ appId, name: 'Quick' })),
      ]);
      const left = await server.db
        .selectFrom('grant')
        .innerJoin('channel', 'channel.id', 'grant.targetId')
        .select('channel.id')
        .where('channel.appId', '=', appId)
        .where('grant.userId', '=', user.id)
        .execute();
      expect(left).toEqual([]);
    }
  });
});
