import { randomUUID } from 'node:crypto';
import { makeSpace } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';
import { findTemplate } from './templates.ts';

const server = useServer();
const team = useTeam(server);

const of = (api = team.api) => api.trpc.template;
const named = (name: string) => findTemplate(team.api, name);
const save = (change: object = {}, api = team.api) =>
  of(api).save.mutate({ appId: team.app.id, name: 'Ours', category: 'planning', ...change });

describe('the list', () => {
  it('contains built-in and team templates, the latter first', async () => {
    const before = (await of().list.query({})).pagination.total;
    await save();
    const { list, pagination } = await of().list.query({});
    expect(pagination).toEqual({ currentPage: 1, pageSize: 10, total: before + 1 });
    expect(list[0]).toMatchObject({ group: 'team', name: 'Ours', abilities: { remove: true } });
    expect(list[1]).toMatchObject({ group: 'tandem', creator: null, abilities: { remove: false } });
    expect(JSON.stringify(list)).not.toContain('instructions');
  });

  it('is searched by words in either language, by type and by category', async () => {
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

  it('is paged over both groups without gaps or duplicates', async () => {
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

  it('is in the reader’s language, over REST too', async () => {
    const answer = await team.api.call('GET', '/api/template/-/list?keyword=Translator', {
      headers: { 'accept-language': 'zh-CN' },
    });
    expect((answer.data as { list: unknown[] }).list).toMatchObject([{ name: '翻译' }]);
    const { data } = await team.api.get('/api/template/-/category');
    expect(data).toContainEqual({ id: 'writing', name: 'Writing', count: expect.any(Number) });
  });
});

describe('using an assistant template', () => {
  it('makes an editable copy of one’s own', async () => {
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

describe('using an app template', () => {
  it('creates an app with its assistant and a first channel, once for a key', async () => {
    const { id: templateId } = await named('Meeting assistant');
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
      name: 'Meeting assistant',
      icon: template.icon,
      description: template.description,
      spaceId: team.space.id,
    });
    expect(chosen.channel).toMatchObject({ appId: chosen.app.id, name: '' });
    const assistants = await team.api.trpc.assistant.list.query({ appId: chosen.app.id });
    const { instructions, starters, tools } = template;
    expect(assistants).toMatchObject([{ name: 'Minutes', instructions, starters, tools }]);
  });

  it('uses the named space, by REST too', async () => {
    const space = await makeSpace(server.db, { teamId: team.team.id });
    const { id } = await named('Support desk');
    const answer = await team.api.call('POST', `/api/template/${id}/choose`, { body: { spaceId: space.id } });
    expect(answer.data).toMatchObject({ kind: 'app', app: { spaceId: space.id } });
  });

  it('creates a document from a document template, in the reader’s language, once for a key', async () => {
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

  it('creates a document only where one may, and from no other type', async () => {
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

  it('refuses a foreign space, whatever the template creates, and creates nothing', async () => {
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
