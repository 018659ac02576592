import { randomUUID } from 'node:crypto';
import { makeGrant, makeSpace } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { MAX_TEAM_TEMPLATES } from '@tandem/shared/template/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';

let server: TestServer;
let team: Team;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await openTeam(server);
});

const of = (api = team.api) => api.trpc.template;
const named = async (name: string) => {
  const { list } = await of().list.query({ keyword: name });
  const found = list.find((template) => template.name === name);
  if (!found) throw new Error(`There is no template ${name}.`);
  return found;
};
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

describe('the list', () => {
  it('holds what comes along and what the team saved, the latter first', async () => {
    const before = (await of().list.query({})).pagination.total;
    await save();
    const { list, pagination } = await of().list.query({});
    expect(pagination).toEqual({ currentPage: 1, pageSize: 10, total: before + 1 });
    expect(list[0]).toMatchObject({ group: 'team', name: 'Ours', abilities: { remove: true } });
    expect(list[1]).toMatchObject({ group: 'tandem', creator: null, abilities: { remove: false } });
    expect(JSON.stringify(list)).not.toContain('instructions');
  });

  it('is found by words in either language, by kind and by category', async () => {
    for (const keyword of ['TRANSLATE glossary', '翻译', 'bilingual'])
      expect((await of().list.query({ keyword })).list.map(({ name }) => name)).toContain('Translator');
    expect((await of().list.query({ keyword: 'no such thing' })).list).toEqual([]);
    const apps = (await of().list.query({ kind: 'app', category: 'people' })).list;
    expect(apps.map(({ name }) => name)).toEqual(['First weeks']);
    await save({ keywords: ['Kaffeepause'], description: '50% of _everything_' });
    for (const keyword of ['kaffee', '50%', '_every', 'ours planning'])
      expect((await of().list.query({ keyword, group: 'team' })).list, keyword).toHaveLength(1);
    expect((await of().list.query({ keyword: '5_%', group: 'team' })).list).toEqual([]);
  });

  it('goes on over both groups without leaving out or repeating any', async () => {
    for (let n = 0; n < 3; n++) await save({ name: `Ours ${n}` });
    const { total } = (await of().list.query({})).pagination;
    const ids: string[] = [];
    for (let currentPage = 1; ids.length < total; currentPage++) {
      const page = await of().list.query({ pagination: { currentPage, pageSize: 2 } });
      expect(page.list.length).toBeGreaterThan(0);
      ids.push(...page.list.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(total);
    expect((await of().list.query({ pagination: { currentPage: 900 } })).list).toEqual([]);
  });

  it('speaks the reader’s language, over REST too', async () => {
    const answer = await team.api.call('GET', '/api/template/-/list?keyword=Translator', {
      headers: { 'accept-language': 'zh-CN' },
    });
    expect((answer.data as { list: unknown[] }).list).toMatchObject([{ name: '翻译' }]);
    const { data } = await team.api.get('/api/template/-/category');
    expect(data).toContainEqual({ id: 'writing', name: 'Writing', count: expect.any(Number) });
  });
});

describe('choosing an assistant', () => {
  it('makes a copy of one’s own that can be changed', async () => {
    const { id: templateId } = await named('Code reviewer');
    const template = await of().get.query({ templateId });
    const chosen = await of().choose.mutate({ templateId });
    if (chosen.kind !== 'assistant') throw new Error('An assistant was expected.');
    const { name, instructions, starters, tools } = template;
    expect(chosen.assistant).toMatchObject({
      ...{ name, instructions, starters, tools },
      appId: null,
      avatar: template.icon,
      modelId: null,
      abilities: { edit: true },
    });
    const { id: assistantId } = chosen.assistant;
    await team.api.trpc.assistant.update.mutate({ assistantId, instructions: 'Mine.' });
    expect((await of().get.query({ templateId })).instructions).toBe(instructions);
  });

  it('is not for guests', async () => {
    const { api } = await team.person('guest');
    const { id: templateId } = await named('Code reviewer');
    expect((await of(api).get.query({ templateId })).name).toBe('Code reviewer');
    await expectRefused(of(api).choose.mutate({ templateId }), 'forbidden');
  });
});

describe('choosing an app', () => {
  it('makes an app with its assistant and a first channel, once for a key', async () => {
    const { id: templateId } = await named('Meeting desk');
    const template = await of().get.query({ templateId });
    const clientKey = randomUUID();
    const choose = () => of().choose.mutate({ templateId, clientKey });
    const all = await Promise.all([choose(), choose(), choose()]);
    const [chosen] = all;
    if (chosen?.kind !== 'app') throw new Error('An app was expected.');
    expect(new Set(all.map((one) => (one.kind === 'app' ? one.channel.id : '')))).toEqual(
      new Set([chosen.channel.id]),
    );
    expect(chosen.app).toMatchObject({
      name: 'Meeting desk',
      icon: template.icon,
      description: template.description,
      spaceId: team.space.id,
    });
    expect(chosen.channel).toMatchObject({ appId: chosen.app.id, name: '' });
    const assistants = await team.api.trpc.assistant.list.query({ appId: chosen.app.id });
    const { instructions, starters, tools } = template;
    expect(assistants).toMatchObject([{ name: 'Minutes', instructions, starters, tools }]);
  });

  it('goes into the space that is named, by REST too', async () => {
    const space = await makeSpace(server.db, { teamId: team.team.id });
    const { id } = await named('Support desk');
    const answer = await team.api.call('POST', `/api/template/${id}/choose`, { body: { spaceId: space.id } });
    expect(answer.data).toMatchObject({ kind: 'app', app: { spaceId: space.id } });
  });

  it('makes a document of it where that is wanted, in the reader’s language, once for a key', async () => {
    const { app, api } = team;
    const { list } = await of().list.query({ kind: 'document' });
    expect(list.length).toBeGreaterThanOrEqual(8);
    const { id: templateId } = await named('Decision record');
    const template = await of().get.query({ templateId });
    const parent = await api.trpc.document.create.mutate({ appId: app.id, name: 'Above' });
    const clientKey = crypto.randomUUID();
    const choose = () => of().choose.mutate({ templateId, appId: app.id, parentId: parent.id, clientKey });
    const chosen = await choose();
    if (chosen.kind !== 'document') throw new Error('It made something else.');
    expect(chosen.channel).toMatchObject({
      name: 'Decision record',
      icon: template.icon,
      parentId: parent.id,
    });
    expect(await choose()).toMatchObject({ channel: { id: chosen.channel.id } });
    const read = (documentId: string) => api.trpc.document.content.query({ documentId, format: 'markdown' });
    expect((await read(chosen.channel.id)).content).toBe(template.document);

    const answer = await api.call('POST', `/api/app/${app.id}/channelDoc`, {
      body: { templateId, name: 'Which colour?' },
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(answer.data).toMatchObject({ title: 'Which colour?', icon: template.icon });
    expect((await read((answer.data as { id: string }).id)).content).toMatch(/[决定]/u);
  });

  it('makes a document only where one may, and of nothing else', async () => {
    const { app } = team;
    const { id: templateId } = await named('How-to');
    await expectRefused(of().choose.mutate({ templateId }), 'invalidInput');
    const other = await openTeam(server);
    await expectRefused(of().choose.mutate({ templateId, appId: other.app.id }), 'notFound');
    const { id: assistant } = await named('Translator');
    await expectRefused(of().choose.mutate({ templateId: assistant, appId: other.app.id }), 'notFound');
    const { document } = team.api.trpc;
    await expectRefused(document.create.mutate({ appId: app.id, templateId: assistant }), 'notFound');
    await expectRefused(document.create.mutate({ appId: app.id, templateId, content: 'x' }), 'invalidInput');
    await team.api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'view' });
    const viewer = await team.person();
    await expectRefused(of(viewer.api).choose.mutate({ templateId, appId: app.id }), 'forbidden');
  });

  it('refuses a space of others, whatever the template makes, and makes nothing', async () => {
    const other = await openTeam(server);
    for (const name of ['Support desk', 'Code reviewer']) {
      const { id: templateId } = await named(name);
      await expectRefused(of().choose.mutate({ templateId, spaceId: other.space.id }), 'notFound');
    }
    const made = await server.db
      .selectFrom('assistant')
      .select('id')
      .where('ownerId', '=', team.owner.id)
      .where('id', '!=', team.assistant.id)
      .execute();
    expect(made).toEqual([]);
  });
});

describe('saving for the team', () => {
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

  it('keeps what can be read and nothing that belongs to others', async () => {
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

  it('saves an own assistant, once for a key', async () => {
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

  it('is for full members who may change what they save, one thing at a time', async () => {
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

  it('has an end', async () => {
    await sql`
      insert into "template" ("teamId", "creatorId", "kind", "category", "name", "keywords", "content")
      select ${team.team.id}::uuid, ${team.owner.id}::integer, 'app', 'other', 'T' || n, '[]', ${JSON.stringify(content)}::jsonb
      from generate_series(1, ${MAX_TEAM_TEMPLATES - 1}::integer) as n`.execute(server.db);
    const both = await Promise.allSettled([save(), save()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(save(), 'tooManyTemplates');
  });
});

describe('removing', () => {
  it('is for who made it and for administrators; copies stay', async () => {
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

  it('leaves what comes along, and what others have, alone', async () => {
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
