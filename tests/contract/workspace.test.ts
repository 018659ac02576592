import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, placeOf } from '../running/shared-server.ts';
import { expectSuccess } from './expect.ts';

/** Responses of the workspace's rows, by the numbers of the specification. */
let place: Place;
beforeAll(async () => {
  place = await placeOf('owner');
});
afterAll(closeDatabase);

const read = async (path: string) => {
  const answer = await as('owner').get(path);
  expectSuccess(answer);
  return answer.data;
};
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const app = () => ({
  id: place.appId,
  teamId: place.teamId,
  spaceId: place.spaceId,
  type: 'chat',
  visibility: 'private',
  permission: 'edit',
  level: 'manage',
  createdAt: date,
  abilities: { createChannel: true, edit: true, manage: true },
});

describe('the workspace’s rows', () => {
  it('14: spaces hold their apps', async () => {
    expect(await read('/api/space/list')).toContainEqual(
      expect.objectContaining({ id: place.spaceId, name: 'A space', apps: [expect.objectContaining(app())] }),
    );
  });

  it('16: a created app is returned, and can be read', async () => {
    const made = await as('owner').post('/api/app', { name: 'Made', type: 'chat', spaceId: place.spaceId });
    expectSuccess(made);
    const { id } = made.data as { id: string };
    expect(await read(`/api/app/${id}/info`)).toEqual(made.data);
  });

  it('19: an app', async () => {
    expect(await read(`/api/app/${place.appId}/info`)).toMatchObject(app());
  });

  it('27: people', async () => {
    expect(await read('/api/team/users')).toContainEqual({
      id: expect.any(Number),
      name: 'The member',
      avatar: '',
      email: 'member@example.test',
      role: 'member',
    });
  });

  it('28: recent channels', async () => {
    // Other files make channels meanwhile, and only twenty are shown.
    await as('owner').trpc.channel.markRead.mutate({ channelId: place.channelId });
    const channel = {
      appId: place.appId,
      appName: expect.any(String),
      appType: 'chat',
      kind: 'chat',
      name: 'Channel',
      icon: '',
      activeAt: date,
      unread: expect.any(Number),
    };
    expect(await read('/api/home/recent')).toContainEqual({ id: place.channelId, ...channel });
  });

  it('42: a channel has its ids under both names', async () => {
    expect(await read(`/api/channel/${place.childId}`)).toMatchObject({
      id: place.childId,
      channelGuid: place.childId,
      channelParentGuid: place.channelId,
      children: [],
      createdAt: date,
    });
  });

  it('47 and 49: a created channel is in the tree, nested by `children`', async () => {
    const made = await as('owner').post(`/api/app/${place.appId}/channel`, {
      name: 'Made',
      parentGuid: place.childId,
    });
    expectSuccess(made);
    const { id } = made.data as { id: string };
    expect(await read(`/api/app/${place.appId}/channel/-/list`)).toEqual([
      expect.objectContaining({
        channelGuid: place.channelId,
        channelParentGuid: null,
        children: [
          expect.objectContaining({
            channelGuid: place.childId,
            channelParentGuid: place.channelId,
            children: [expect.objectContaining({ channelGuid: id, children: [] })],
          }),
        ],
      }),
      expect.objectContaining({ channelGuid: place.documentId, channelParentGuid: null, children: [] }),
      expect.objectContaining({ channelGuid: place.datasetId, channelParentGuid: null, children: [] }),
      expect.objectContaining({ channelGuid: place.agentId, channelParentGuid: null, children: [] }),
    ]);
  });
});
