import { makeChannel } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
/** The owner's channel. */
let parentId: string;

beforeEach(async () => {
  parentId = (await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id })).id;
});

/** A colleague with a private channel of their own below the owner's, and one below that. */
async function ownCorner() {
  const person = await team.person();
  const { channel, home } = person.api.trpc;
  const own = await channel.create.mutate({ appId: team.app.id, parentId, name: 'Mine' });
  const below = await channel.create.mutate({ appId: team.app.id, parentId: own.id, name: 'Deeper' });
  await channel.setVisibility.mutate({ channelId: own.id, visibility: 'private' });
  await expectRefused(team.api.trpc.channel.get.query({ channelId: own.id }), 'notFound');
  return { channel, home, own: { channelId: own.id }, below: { channelId: below.id } };
}

describe('a channel restored below an archived one', () => {
  it('is archived like its parent, and leaves the archive with it', async () => {
    const { channel } = team.api.trpc;
    const child = await channel.create.mutate({ appId: team.app.id, parentId, name: 'Child' });
    await channel.remove.mutate({ channelId: child.id });
    const [archived] = await channel.archive.mutate({ channelId: parentId });
    const [restored] = await channel.restore.mutate({ channelId: child.id });
    expect(restored?.archivedAt).toEqual(archived?.archivedAt);
    expect(restored?.archivedAt).not.toBeNull();
    await expectRefused(
      team.api.trpc.message.send.mutate({ channelId: child.id, text: 'Hello' }),
      'archived',
    );
    const back = await channel.unarchive.mutate({ channelId: parentId });
    expect(back.map(({ id }) => id).sort()).toEqual([parentId, child.id].sort());
  });
});

describe('a private channel below one that others manage', () => {
  it('goes to the bin with it unnamed, and its creator restores it to the top', async () => {
    const { home, channel, own, below } = await ownCorner();
    expect((await team.api.trpc.channel.remove.mutate({ channelId: parentId })).removed).toEqual([parentId]);
    await expectRefused(channel.get.query(own), 'notFound');
    const { list } = await home.bin.query({ appId: team.app.id });
    expect(list).toMatchObject([{ id: own.channelId, below: 1 }]);
    const { list: others } = await team.api.trpc.home.bin.query({ appId: team.app.id });
    expect(others.map(({ id }) => id)).toEqual([parentId]);
    await expectRefused(channel.restore.mutate(below), 'parentInBin');
    const restored = await channel.restore.mutate(own);
    expect(restored.map(({ id }) => id).sort()).toEqual([own.channelId, below.channelId].sort());
    expect(await channel.get.query(own)).toMatchObject({
      parentId: null,
      visibility: 'private',
      level: 'manage',
    });
    expect(await channel.get.query(below)).toMatchObject({ parentId: own.channelId, level: 'manage' });
    await team.api.trpc.channel.restore.mutate({ channelId: parentId });
    await expectRefused(team.api.trpc.channel.get.query(own), 'notFound');
  });

  it('is not named when its app is deleted', async () => {
    const { own, below } = await ownCorner();
    const { removed } = await team.api.trpc.app.remove.mutate({ appId: team.app.id });
    expect(removed).toEqual(expect.arrayContaining([team.app.id, parentId]));
    for (const { channelId } of [own, below]) expect(removed).not.toContain(channelId);
  });

  it('is archived with it unnamed, and its creator unarchives it to the top', async () => {
    const { channel, own, below } = await ownCorner();
    const archived = await team.api.trpc.channel.archive.mutate({ channelId: parentId });
    expect(archived.map(({ id }) => id)).toEqual([parentId]);
    expect((await channel.get.query(own)).archivedAt).not.toBeNull();
    await expectRefused(channel.unarchive.mutate(below), 'parentArchived');
    const back = await channel.unarchive.mutate(own);
    expect(back.map(({ id, archivedAt }) => ({ id, archivedAt }))).toEqual(
      expect.arrayContaining([own, below].map(({ channelId: id }) => ({ id, archivedAt: null }))),
    );
    expect((await channel.get.query(own)).parentId).toBeNull();
  });

  it('waits for its parent where its creator manages that too', async () => {
    const { channel } = team.api.trpc;
    const own = await channel.create.mutate({ appId: team.app.id, parentId, name: 'Mine' });
    await channel.setVisibility.mutate({ channelId: own.id, visibility: 'private' });
    await channel.archive.mutate({ channelId: parentId });
    await expectRefused(channel.unarchive.mutate({ channelId: own.id }), 'parentArchived');
    const { removed } = await channel.remove.mutate({ channelId: parentId });
    expect([...removed].sort()).toEqual([parentId, own.id].sort());
    await expectRefused(channel.restore.mutate({ channelId: own.id }), 'parentInBin');
  });
});
