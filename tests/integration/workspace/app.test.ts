import { defaultTools } from '@tandem/api/models/assistant/assistant.service';
import { makeApp, makeGrant, makeMember, makeSpace } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);

const count = async () => (await team.api.trpc.app.list.query()).length;

describe('creating an app', () => {
  it('by POST /api/app adds it at the end of the first space, with an assistant', async () => {
    const answer = await team.api.post('/api/app', { name: 'Support', type: 'chat', icon: '🦊' });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      teamId: team.team.id,
      spaceId: team.space.id,
      type: 'chat',
      name: 'Support',
      icon: '🦊',
      description: '',
      visibility: 'team',
      personal: false,
      permission: 'edit',
      creatorId: team.owner.id,
      sort: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      revision: 1,
      archivedAt: null,
      level: 'manage',
      abilities: { createChannel: true, edit: true, manage: true },
    });
    const { id: appId } = answer.data as { id: string };
    expect((await team.api.trpc.app.list.query()).map(({ name }) => name)).toEqual(['Chat', 'Support']);
    expect(await team.api.trpc.assistant.list.query({ appId })).toMatchObject([
      { appId, name: 'Assistant', modelId: null, tools: defaultTools },
    ]);
  });

  it('in a named space is for any full member', async () => {
    const space = await makeSpace(server.db, { teamId: team.team.id });
    const { user, api } = await team.person();
    const app = await api.trpc.app.create.mutate({ name: 'Mine', type: 'chat', spaceId: space.id });
    expect(app).toMatchObject({ spaceId: space.id, creatorId: user.id, level: 'manage' });
  });

  it('names its assistant in the creator’s language', async () => {
    const answer = await team.api.call('POST', '/api/app', {
      body: { name: '支持', type: 'chat' },
      headers: { 'accept-language': 'zh-CN' },
    });
    const { id: appId } = answer.data as { id: string };
    expect(await team.api.trpc.assistant.list.query({ appId })).toMatchObject([{ name: '助手' }]);
  });

  it('is refused to guests, with server-side fields, and for an unavailable type', async () => {
    const { user, api } = await team.person('guest');
    await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId: user.id, level: 4 });
    expect((await api.post('/api/app', { name: 'Mine', type: 'chat' })).status).toBe(403);
    const before = await count();
    for (const extra of [
      { id: crypto.randomUUID() },
      { teamId: team.team.id },
      { creatorId: 1 },
      { level: 4 },
      { visibility: 'public' },
      { visibility: null },
      { personal: true },
      { personalUserId: 1 },
      { type: 'draw' },
      { type: null },
      { name: ' ' },
      { name: 'x'.repeat(10_000) },
      { name: 'a\u0000b' },
      { icon: 'a\u0000' },
      { icon: 'x'.repeat(33) },
      { spaceId: 'General' },
      { spaceId: null },
      { clientKey: 'again' },
    ]) {
      const answer = await team.api.post('/api/app', { name: 'App', type: 'chat', ...extra });
      expect(answer.status, JSON.stringify(extra)).toBe(400);
    }
    expect(await count()).toBe(before);
  });

  it('once for 200 parallel calls with one key, and once for each person', async () => {
    const clientKey = crypto.randomUUID();
    const calls = Array.from({ length: 200 }, () =>
      team.api.post('/api/app', { name: 'Once', type: 'chat', clientKey }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => (data as { id: string }).id)).size).toBe(1);
    expect(await count()).toBe(2);
    const assistants = await server.db
      .selectFrom('assistant')
      .select('id')
      .where('teamId', '=', team.team.id)
      .execute();
    expect(assistants).toHaveLength(2);
    const { api } = await team.person();
    await api.trpc.app.create.mutate({ name: 'Once', type: 'chat', clientKey });
    expect(await count()).toBe(3);
  });

  it('with a key used in another team is refused', async () => {
    const clientKey = crypto.randomUUID();
    const app = { name: 'Once', type: 'chat', clientKey } as const;
    const { id } = await team.api.trpc.app.create.mutate(app);
    const other = await openTeam(server);
    await makeMember(server.db, { teamId: other.team.id, userId: team.owner.id });
    await expectRefused(team.api.trpc.app.create.mutate(app), 'conflict');
    expect(await other.api.trpc.app.list.query()).toHaveLength(1);
    const here = { ...app, spaceId: team.space.id };
    expect(await team.api.trpc.app.create.mutate(here)).toMatchObject({ id, teamId: team.team.id });
  });

  it('with a key whose app is gone is refused', async () => {
    const clientKey = crypto.randomUUID();
    const { id } = await team.api.trpc.app.create.mutate({ name: 'Once', type: 'chat', clientKey });
    await server.db.updateTable('app').set({ deletedAt: new Date() }).where('id', '=', id).execute();
    await expectRefused(
      team.api.trpc.app.create.mutate({ name: 'Once', type: 'chat', clientKey }),
      'notFound',
    );
  });

  it('in a space removed at the same moment is refused', async () => {
    const made = await team.api.trpc.space.create.mutate({ name: 'Short-lived' });
    await Promise.allSettled([
      team.api.trpc.space.remove.mutate({ spaceId: made.id }),
      ...Array.from({ length: 5 }, () =>
        team.api.trpc.app.create.mutate({ name: 'App', type: 'chat', spaceId: made.id }),
      ),
    ]);
    const space = await server.db
      .selectFrom('space')
      .select('deletedAt')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    const apps = await server.db.selectFrom('app').select('id').where('spaceId', '=', made.id).execute();
    if (space.deletedAt) expect(apps).toEqual([]);
  });
});

describe('reading and changing an app', () => {
  it('by GET /api/app/{id}/info', async () => {
    const answer = await team.api.get(`/api/app/${team.app.id}/info`);
    expect(answer.data).toMatchObject({ id: team.app.id, name: 'Chat', level: 'manage' });
  });

  it('to another name is for anyone who may edit it', async () => {
    const { api } = await team.person();
    const change = { appId: team.app.id, name: 'Talk', icon: '💬', description: ' Two\nlines \u0000' };
    expect(await api.trpc.app.update.mutate(change)).toMatchObject({
      name: 'Talk',
      icon: '💬',
      description: 'Two\nlines',
    });
    expect(await api.trpc.app.update.mutate({ appId: team.app.id })).toMatchObject({
      name: 'Talk',
      revision: 1,
    });
  });

  it('depends on the level', async () => {
    const closed = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
      visibility: 'private',
    });
    const path = `/api/app/${closed.id}/info`;
    const { user, api } = await team.person('admin');
    expect((await api.get(path)).status).toBe(404);
    await expectRefused(api.trpc.app.update.mutate({ appId: closed.id, name: 'Mine' }), 'notFound');
    for (const level of [1, 2]) {
      await makeGrant(server.db, { teamId: team.team.id, targetId: closed.id, userId: user.id, level });
      expect((await api.get(path)).status).toBe(200);
      await expectRefused(api.trpc.app.update.mutate({ appId: closed.id, name: 'Mine' }), 'forbidden');
    }
    await makeGrant(server.db, { teamId: team.team.id, targetId: closed.id, userId: user.id, level: 3 });
    expect(await api.trpc.app.update.mutate({ appId: closed.id, name: 'Ours' })).toMatchObject({
      name: 'Ours',
    });
  });

  it('is refused for another team’s, and in the bin', async () => {
    const other = await openTeam(server);
    await expectRefused(team.api.trpc.app.get.query({ appId: other.app.id }), 'notFound');
    await expectRefused(team.api.trpc.app.update.mutate({ appId: other.app.id, name: 'Mine' }), 'notFound');
    await server.db.updateTable('app').set({ deletedAt: new Date() }).where('id', '=', team.app.id).execute();
    expect((await team.api.get(`/api/app/${team.app.id}/info`)).status).toBe(404);
    expect(await count()).toBe(0);
  });
});
