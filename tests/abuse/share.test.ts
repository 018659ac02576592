import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { afterAll, expect, it } from 'vitest';
import { signUp } from '../running/people.ts';
import { as, closeDatabase, database, mailbox, placeOf, sharedServer } from '../running/shared-server.ts';

afterAll(closeDatabase);

it('a share of a channel reaches its subtree, and neither what is above, beside nor private below', async () => {
  const place = await placeOf('owner');
  const person = await signUp(sharedServer.url, mailbox, `share${process.pid}@example.test`, 'Shared with');
  const owner = sharedServer.sample.people.owner.id;
  const db = database();
  const base = { teamId: place.teamId, appId: place.appId, creatorId: owner };
  const beside = await makeChannel(db, { ...base, name: 'Beside, secretly' });
  const hidden = await makeChannel(db, {
    ...base,
    name: 'Below, secretly',
    parentId: place.childId,
    visibility: 'private',
  });
  const below = await makeChannel(db, { ...base, name: 'Below', parentId: place.childId });
  await db
    .updateTable('channel')
    .set({ name: 'Above, secretly' })
    .where('id', '=', place.channelId)
    .execute();
  await makeGrant(db, {
    targetId: place.childId,
    teamId: place.teamId,
    userId: person.id,
    level: levelRank.view,
  });

  const status = async (id: string) => (await person.api.get(`/api/channel/${id}`)).status;
  expect(await status(place.childId)).toBe(200);
  expect(await status(below.id)).toBe(200);
  for (const id of [place.channelId, beside.id, hidden.id]) expect(await status(id)).toBe(404);
  for (const id of [place.channelId, beside.id, hidden.id])
    expect((await person.api.get(`/api/channel/${id}/history`)).status).toBe(404);

  const lists = await Promise.all([
    person.api.get(`/api/app/${place.appId}/channel/-/list`),
    person.api.get('/api/space/list'),
    person.api.get('/api/home/recent'),
    person.api.get(`/api/channel/${place.childId}`),
  ]);
  for (const { text } of lists) {
    expect(text).not.toContain('secretly');
    for (const id of [beside.id, hidden.id]) expect(text).not.toContain(id);
  }
  // Its parent is not visible, so it is not named either.
  expect((await person.api.get(`/api/channel/${place.childId}`)).data).toMatchObject({
    channelParentGuid: null,
  });
});

it('moving a channel under a private one hides it from people who saw it by the team', async () => {
  const place = await placeOf('owner', 'team');
  const db = database();
  const base = { teamId: place.teamId, appId: place.appId, creatorId: sharedServer.sample.people.owner.id };
  const closed = await makeChannel(db, { ...base, name: 'Closed', visibility: 'private' });
  const status = async () => (await as('member').get(`/api/channel/${place.childId}`)).status;
  expect(await status()).toBe(200);
  await as('owner').trpc.channel.move.mutate({
    channelId: place.channelId,
    parentId: closed.id,
    afterId: null,
  });
  expect(await status()).toBe(404);
  await as('owner').trpc.channel.move.mutate({ channelId: place.channelId, parentId: null, afterId: null });
  expect(await status()).toBe(200);
});

it('things in the bin do not exist until they are restored, not even for their owner', async () => {
  const place = await placeOf('owner');
  await as('owner').trpc.channel.remove.mutate({ channelId: place.channelId });
  for (const id of [place.channelId, place.childId]) {
    expect((await as('owner').get(`/api/channel/${id}`)).status).toBe(404);
    expect((await as('owner').get(`/api/channel/${id}/history`)).status).toBe(404);
    expect((await as('owner').post(`/api/channel/${id}/message`, { text: 'Into the bin' })).status).toBe(404);
  }
  await expect(as('other').trpc.channel.restore.mutate({ channelId: place.channelId })).rejects.toMatchObject(
    {
      data: { httpStatus: 404 },
    },
  );
  await as('owner').trpc.channel.restore.mutate({ channelId: place.channelId });
  expect((await as('owner').get(`/api/channel/${place.childId}`)).status).toBe(200);
});
