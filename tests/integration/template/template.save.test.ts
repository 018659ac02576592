import { randomUUID } from 'node:crypto';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { MAX_TEAM_TEMPLATES } from '@tandem/shared/template/schema';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';
import { findTemplate } from './templates.ts';

const server = useServer();
const team = useTeam(server);

const of = (api = team.api) => api.trpc.template;
const named = (name: string) => findTemplate(team.api, name);
const content = { instructions: 'Be brief.', starters: ['Begin?'], tools: ['calculator'] };
const save = (change: object = {}, api = team.api) =>
  of(api).save.mutate({ appId: team.app.id, name: 'Ours', category: 'planning', ...change });
const audited = () =>
  server.db
    .selectFrom('audit_entry')
    .select(['action', 'targetName'])
    .where('teamId', '=', team.team.id)
    .where('action', 'like', 'template.%')
    .orderBy('number')
    .execute();

describe('saving a template for the team', () => {
  beforeEach(async () => {
    const assistantId = team.assistant.id;
    await team.api.trpc.assistant.update.mutate({ assistantId, name: 'Ada', ...content });
    await server.db
      .updateTable('assistant')
      .set({
        tools: JSON.stringify([...content.tools, `mcp:${randomUUID()}`]),
        avatar: '/api/files/x/content',
      })
      .where('id', '=', assistantId)
      .execute();
  });

  it('stores what its reader sees and nothing that belongs to others', async () => {
    const saved = await save({ description: 'How we plan.' });
    expect(saved).toMatchObject({ kind: 'app', group: 'team', description: 'How we plan.', ...content });
    const row = await server.db
      .selectFrom('template')
      .selectAll()
      .where('id', '=', saved.id)
      .executeTakeFirst();
    expect(row?.content).toEqual({ ...content, parameters: {}, assistantName: 'Ada' });
    expect(await audited()).toEqual([{ action: 'template.create', targetName: 'Ours' }]);
    const { api } = await team.person();
    const chosen = await of(api).choose.mutate({ templateId: saved.id });
    if (chosen.kind !== 'app') throw new Error('An app was expected.');
    expect(await api.trpc.assistant.list.query({ appId: chosen.app.id })).toMatchObject([
      { name: 'Ada', avatar: '', ...content },
    ]);
  });

  it('saves one’s own assistant, once for a key', async () => {
    const { assistant } = (await of().choose.mutate({ templateId: (await named('Translator')).id })) as {
      assistant: { id: string };
    };
    const input = { assistantId: assistant.id, name: 'House style', category: 'writing' as const };
    const clientKey = randomUUID();
    const both = await Promise.all([
      of().save.mutate({ ...input, clientKey }),
      of().save.mutate({ ...input, clientKey }),
    ]);
    expect(both[0].id).toBe(both[1].id);
    expect(both[0]).toMatchObject({ kind: 'assistant', icon: '🌐', name: 'House style' });
  });

  it('is for full members who may edit the source, one thing at a time', async () => {
    const reader = await team.person();
    await server.db.updateTable('app').set({ visibility: 'private' }).where('id', '=', team.app.id).execute();
    await expectRefused(save({}, reader.api), 'notFound');
    const grant = { teamId: team.team.id, targetId: team.app.id };
    await makeGrant(server.db, { ...grant, userId: reader.user.id, level: levelRank.view });
    await expectRefused(save({}, reader.api), 'forbidden');
    const guest = await team.person('guest');
    await makeGrant(server.db, { ...grant, userId: guest.user.id, level: levelRank.manage });
    await expectRefused(save({}, guest.api), 'forbidden');
    const other = await openTeam(server);
    await expectRefused(save({ appId: other.app.id }), 'notFound');
    await expectRefused(save({ assistantId: other.assistant.id }), 'notFound');
    await expectRefused(save({ assistantId: team.assistant.id }), 'invalidInput');
    await expectRefused(save({ appId: undefined }), 'invalidInput');
    await expectRefused(save({ teamId: other.team.id }), 'invalidInput');
    expect(await audited()).toEqual([]);
  });

  it('is limited in number', async () => {
    await sql`
      insert into "template" ("teamId", "creatorId", "kind", "category", "name", "keywords", "content")
      select ${team.team.id}::uuid, ${team.owner.id}::integer, 'app', 'other', 'T' || n, '[]', ${JSON.stringify(content)}::jsonb
      from generate_series(1, ${MAX_TEAM_TEMPLATES - 1}::integer) as n`.execute(server.db);
    const both = await Promise.allSettled([save(), save()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(save(), 'tooManyTemplates');
  });
});

describe('removing a template', () => {
  it('is for its creator and administrators; copies stay', async () => {
    const maker = await team.person();
    const peer = await team.person();
    const first = await save({ name: 'First' });
    const chosen = await of(maker.api).choose.mutate({ templateId: first.id });
    if (chosen.kind !== 'app') throw new Error('An app was expected.');
    const second = await of(maker.api).save.mutate({
      appId: chosen.app.id,
      name: 'Second',
      category: 'other',
    });
    await expectRefused(of(peer.api).remove.mutate({ templateId: second.id }), 'forbidden');
    await expectRefused(of(maker.api).remove.mutate({ templateId: first.id }), 'forbidden');
    expect(await of(maker.api).remove.mutate({ templateId: second.id })).toBeNull();
    await expectRefused(of().remove.mutate({ templateId: second.id }), 'notFound');
    await of().remove.mutate({ templateId: first.id });
    expect((await maker.api.trpc.app.get.query({ appId: chosen.app.id })).name).toBe('First');
    expect((await audited()).map(({ action }) => action)).toEqual([
      ...['template.create', 'template.create', 'template.remove', 'template.remove'],
    ]);
  });

  it('is refused for built-in ones and other teams’', async () => {
    await expectRefused(of().remove.mutate({ templateId: (await named('Translator')).id }), 'forbidden');
    const other = await openTeam(server);
    const theirs = await of(other.api).save.mutate({
      appId: other.app.id,
      name: 'Theirs',
      category: 'other',
    });
    for (const call of [of().get.query, of().remove.mutate, of().choose.mutate])
      await expectRefused(call({ templateId: theirs.id }), 'notFound');
    const guest = await team.person('guest');
    const ours = await save();
    await expectRefused(of(guest.api).get.query({ templateId: ours.id }), 'notFound');
    expect((await of(guest.api).list.query({ group: 'team' })).list).toEqual([]);
    expect(
      (await of(guest.api).list.query({ keyword: 'ours' })).list.filter(({ group }) => group === 'team'),
    ).toEqual([]);
  });
});
