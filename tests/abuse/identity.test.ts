import { afterAll, describe, expect, it } from 'vitest';
import { apiFor } from '../running/api.ts';
import { as, closeDatabase, sharedServer, stranger } from '../running/shared-server.ts';

afterAll(closeDatabase);

const { owner } = sharedServer.sample.people;

describe('identity comes only from a verified session', () => {
  const forged: [string, string][] = [
    ['x-user-id', String(owner.id)],
    ['x-userid', String(owner.id)],
    ['x-auth-user', owner.email],
    ['x-forwarded-user', owner.email],
    ['x-forwarded-email', owner.email],
    ['x-remote-user', owner.email],
    ['remote-user', owner.email],
    ['x-authenticated-userid', String(owner.id)],
    ['authorization', `Basic ${btoa(`${owner.email}:`)}`],
    ['authorization', `Bearer ${owner.id}`],
    ['authorization', 'Bearer null'],
    ['authorization', 'Bearer undefined'],
    ['authorization', 'Bearer '],
    ['authorization', ''],
    ['cookie', 'tandem_session=null'],
    ['cookie', `tandem_session=${owner.id}`],
    ['cookie', 'tandem_session='],
    ['cookie', `userId=${owner.id}; user=${owner.email}`],
  ];
  it.each(forged)('%s: %s identifies nobody', async (name, value) => {
    const answer = await stranger.call('GET', '/api/user/profile', { headers: { [name]: value } });
    expect(answer.status).toBe(401);
    const typed = await stranger.call('GET', '/api/user.profile', { headers: { [name]: value } });
    expect(typed.status).toBe(401);
  });

  it('a token in the address is ignored', async () => {
    for (const key of ['token', 'access_token', 'authorization', 'tandem_session'])
      expect((await stranger.get('/api/user/profile', { [key]: owner.token })).status).toBeGreaterThanOrEqual(
        400,
      );
    expect((await stranger.get('/api/user.profile', { token: owner.token })).status).toBe(401);
  });

  it('a person named in a body is refused as an unknown key', async () => {
    const body = { name: 'An app', type: 'chat', userId: owner.id };
    expect((await as('member').post('/api/app', body)).status).toBe(400);
  });

  it('what a member creates belongs to that member', async () => {
    const made = await as('member').post('/api/app', { name: 'Mine', type: 'chat' });
    expect(made.data).toMatchObject({ creatorId: sharedServer.sample.people.member.id });
  });
});

describe('a client cannot set what only the server decides', () => {
  it.each(['id', 'teamId', 'creatorId', 'createdAt', 'role', 'level', 'abilities', 'deletedAt'])(
    '%s',
    async (key) => {
      const app = await as('owner').post('/api/app', { name: 'An app', type: 'chat', [key]: 1 });
      expect(app.status).toBe(400);
      const channel = await as('owner').post(`/api/app/${sharedServer.sample.shared.appId}/channel`, {
        name: 'A',
        [key]: 1,
      });
      expect(channel.status).toBe(400);
      await expect(
        apiFor(sharedServer.url, sharedServer.sample.people.member.token).trpc.user.update.mutate({
          [key]: 1,
        } as object),
      ).rejects.toMatchObject({ data: { httpStatus: 400 } });
    },
  );
});
