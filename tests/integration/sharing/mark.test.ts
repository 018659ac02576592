import { addMember } from '@tandem/api/people/join/add-member';
import { transaction } from '@tandem/db';
import { makeUser } from '@tandem/db/testing/factories/people';
import type { Channel } from '@tandem/shared/channel/schema';
import type { TeamLiveEvent } from '@tandem/shared/live/events';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { useServer } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { ownChannel, type Settled, settled } from '../workspace/personal.ts';
import { useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let lena: Settled;

beforeEach(async () => {
  lena = await settled(server, team);
});

const read = (api: Settled['api'], channelId: string) => api.trpc.channel.get.query({ channelId });

/** Follows Lena's tree while channels of hers are said to be shared with as many others as asked. */
async function watching(
  channels: readonly Pick<Channel, 'id'>[],
  work: (shownAs: (count: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const socket = openSocket(server.url, lena.api.token as string);
  const held = new Map<string, Channel>();
  const watch = socket.trpc.live.team.subscribe(
    {},
    {
      onData: ({ data }: { data: TeamLiveEvent }) => {
        for (const channel of data.channels) held.set(channel.id, channel);
      },
      onError: () => {},
    },
  );
  try {
    await work((count) =>
      until(`it is shared with ${count}`, () =>
        channels.every(({ id }) => held.get(id)?.sharedWith === count),
      ),
    );
  } finally {
    watch.unsubscribe();
    await socket.close();
  }
}

describe('the holder of a personal app sees how many others share a channel', () => {
  it('people counted once, ancestors included, without suspended ones', async () => {
    const top = await ownChannel(lena);
    expect(top.sharedWith).toBe(0);
    const inner = await lena.api.trpc.channel.create.mutate({
      ...{ appId: lena.appId, parentId: top.id, name: 'Inner' },
    });
    const [omar, mia] = [await team.person(), await team.person('guest')];
    const give = (channelId: string, ...userIds: number[]) =>
      lena.api.trpc.grant.share.mutate({
        channelId,
        users: userIds.map((userId) => ({ userId, permission: 'view' as const })),
      });
    await give(top.id, omar.user.id);
    await give(inner.id, omar.user.id, mia.user.id);
    expect((await read(lena.api, top.id)).sharedWith).toBe(1);
    expect((await read(lena.api, inner.id)).sharedWith).toBe(2);
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', mia.user.id)
      .execute();
    expect((await read(lena.api, inner.id)).sharedWith).toBe(1);
    await lena.api.trpc.grant.remove.mutate({ channelId: top.id, userId: omar.user.id });
    expect((await read(lena.api, top.id)).sharedWith).toBe(0);
  });

  it('the whole team when it is open to the team, but guests only with a grant', async () => {
    const top = await ownChannel(lena);
    const inner = await lena.api.trpc.channel.create.mutate({ appId: lena.appId, parentId: top.id });
    const [omar, mia, away] = [await team.person(), await team.person('guest'), await team.person()];
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', away.user.id)
      .execute();
    await lena.api.trpc.grant.set.mutate({ channelId: top.id, userId: omar.user.id, permission: 'view' });
    const open = await lena.api.trpc.channel.setVisibility.mutate({
      ...{ channelId: top.id, visibility: 'team' as const },
    });
    // The team's owner and Omar.
    expect(open.sharedWith).toBe(2);
    await lena.api.trpc.grant.set.mutate({ channelId: top.id, userId: mia.user.id, permission: 'view' });
    expect((await read(lena.api, top.id)).sharedWith).toBe(3);
    expect((await read(lena.api, inner.id)).sharedWith).toBe(3);
    await lena.api.trpc.channel.setVisibility.mutate({ channelId: top.id, visibility: 'private' });
    expect((await read(lena.api, inner.id)).sharedWith).toBe((await read(lena.api, top.id)).sharedWith);
    expect((await read(lena.api, inner.id)).sharedWith).toBe(2);
  });

  it('nobody else sees it, nor in a team’s apps', async () => {
    const own = await ownChannel(lena);
    const omar = await team.person();
    await lena.api.trpc.grant.set.mutate({ channelId: own.id, userId: omar.user.id, permission: 'manage' });
    expect((await read(omar.api, own.id)).sharedWith).toBe(0);
    const ofTeam = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Open' });
    await team.api.trpc.grant.set.mutate({
      ...{ channelId: ofTeam.id, userId: omar.user.id, permission: 'manage' },
    });
    expect((await read(team.api, ofTeam.id)).sharedWith).toBe(0);
  });

  it('immediately, everywhere, with the channels below', async () => {
    const own = await ownChannel(lena);
    const inner = await lena.api.trpc.channel.create.mutate({ appId: lena.appId, parentId: own.id });
    const omar = await team.person();
    await watching([own, inner], async (shownAs) => {
      await shownAs(0);
      await lena.api.trpc.grant.set.mutate({ channelId: own.id, userId: omar.user.id, permission: 'view' });
      await shownAs(1);
      await lena.api.trpc.grant.remove.mutate({ channelId: own.id, userId: omar.user.id });
      await shownAs(0);
    });
  });

  it('immediately when a person it is shared with is suspended, returns or leaves', async () => {
    const own = await ownChannel(lena);
    const { id: userId } = (await team.person('guest')).user;
    await lena.api.trpc.grant.set.mutate({ channelId: own.id, userId, permission: 'view' });
    await watching([own], async (shownAs) => {
      await shownAs(1);
      await team.api.trpc.team.suspend.mutate({ userId, suspended: true });
      await shownAs(0);
      await team.api.trpc.team.suspend.mutate({ userId, suspended: false });
      await shownAs(1);
      await team.api.trpc.team.removeMember.mutate({ userId });
      await shownAs(0);
    });
  });

  it('immediately when somebody joins the team it is open to, or becomes a guest there', async () => {
    const own = await ownChannel(lena);
    await lena.api.trpc.channel.setVisibility.mutate({ channelId: own.id, visibility: 'team' });
    await watching([own], async (shownAs) => {
      await shownAs(1);
      const { id: userId } = await makeUser(server.db);
      await transaction(server.db, (tx) =>
        addMember({ platform: server.platform } as never, tx, {
          ...{ teamId: team.team.id, userId, role: 'member', made: true },
        }),
      );
      await shownAs(2);
      await team.api.trpc.team.setRole.mutate({ userId, role: 'guest' });
      await shownAs(1);
    });
  });
});
