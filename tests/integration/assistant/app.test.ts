import { defaultTools } from '@tandem/api/models/assistant/assistant.service';
import {
  makeApp,
  makeAssistant,
  makeGrant,
  makeModel,
  makeProvider,
} from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { need } from '../../running/people.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let first: string;
let appId: string;
beforeEach(async () => {
  first = team.assistant.id;
  appId = team.app.id;
});

const listed = async (api: Api = team.api) =>
  (await api.trpc.assistant.list.query({ appId })).map(({ name, isDefault }) => [name, isDefault]);
const add = (name: string, api: Api = team.api) => api.trpc.assistant.add.mutate({ appId, name });
const granted = async (level: 'view' | 'edit') => {
  const person = await team.person('guest');
  await makeGrant(server.db, {
    teamId: team.team.id,
    targetId: appId,
    userId: person.user.id,
    level: levelRank[level],
  });
  return person.api;
};

describe('assistants of an app', () => {
  it('are added by anyone who may edit it, and one of them is the default', async () => {
    const editor = await granted('edit');
    const added = await add('Second', editor);
    expect(added).toMatchObject({
      appId,
      isDefault: false,
      tools: defaultTools,
    });
    expect(await listed()).toEqual([
      ['Assistant', false],
      ['Second', false],
    ]);
    const target = { appId, assistantId: added.id };
    expect(await editor.trpc.assistant.setDefault.mutate(target)).toMatchObject({ isDefault: true });
    expect(await listed()).toEqual([
      ['Second', true],
      ['Assistant', false],
    ]);
    await team.api.trpc.assistant.setDefault.mutate({ appId, assistantId: first });
    expect(await listed()).toEqual([
      ['Assistant', true],
      ['Second', false],
    ]);
    const viewer = await granted('view');
    await expectRefused(add('Third', viewer), 'forbidden');
    await expectRefused(viewer.trpc.assistant.setDefault.mutate(target), 'forbidden');
    await expectRefused(viewer.trpc.assistant.remove.mutate({ assistantId: added.id }), 'forbidden');
    await expectRefused(viewer.trpc.assistant.duplicate.mutate({ assistantId: added.id }), 'forbidden');
  });

  it('have one default, whoever sets it at the same moment', async () => {
    const others = await Promise.all(['A', 'B', 'C'].map((name) => add(name)));
    await Promise.all(
      others.map(({ id }) => team.api.trpc.assistant.setDefault.mutate({ appId, assistantId: id })),
    );
    expect((await listed()).filter(([, isDefault]) => isDefault)).toHaveLength(1);
  });

  it('are never none: the last one stays, even when two are removed at once', async () => {
    await expectRefused(team.api.trpc.assistant.remove.mutate({ assistantId: first }), 'lastAssistant');
    const { id: second } = await add('Second');
    const results = await Promise.allSettled(
      [first, second].map((assistantId) => team.api.trpc.assistant.remove.mutate({ assistantId })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed()).toHaveLength(1);
    expect((await team.api.delete(`/api/my/assistant/${first}`)).status).toBeGreaterThan(400);
  });

  it('have their current model set over REST by both of its names', async () => {
    const provider = await makeProvider(server.db, { teamId: team.team.id });
    const { id: modelId } = await makeModel(server.db, { providerId: provider.id });
    const path = (app: string, assistant: string) => `/api/app/${app}/assistant/${assistant}/currentModel`;
    expect(need(await team.api.put(path(appId, first), { modelId })).data).toMatchObject({ modelId });
    expect(need(await team.api.get(`/api/app/${appId}/assistant/-/list`)).data).toMatchObject([{ modelId }]);
    expect(need(await team.api.put(path(appId, first), { modelId: null })).data).toMatchObject({
      modelId: null,
    });
    for (const body of [{}, { modelId: 'gpt' }, { modelId, name: 'X' }, { modelId, teamId: team.team.id }])
      expect((await team.api.put(path(appId, first), body)).status).toBe(400);

    const other = await openTeam(server);
    const beside = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
    });
    const theirs = await makeAssistant(server.db, {
      teamId: team.team.id,
      appId: beside.id,
      ownerId: team.owner.id,
    });
    const own = await makeAssistant(server.db, { teamId: team.team.id, ownerId: team.owner.id });
    for (const [app, assistant] of [
      [appId, other.assistant.id],
      [other.app.id, first],
      [appId, theirs.id],
      [beside.id, first],
      [appId, own.id],
    ] as const)
      expect((await team.api.put(path(app, assistant), { modelId })).status).toBe(404);
    const changed = await server.db
      .selectFrom('assistant')
      .select('id')
      .where('modelId', '=', modelId)
      .execute();
    expect(changed).toEqual([]);
  });

  it('keep their name under their messages after removal', async () => {
    const { id: second } = await add('Second');
    const channel = await team.api.trpc.channel.create.mutate({ appId, assistantId: second });
    expect(channel).toMatchObject({ assistantId: second });
    const { id: channelId } = channel;
    await team.api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    const messages = async () => (await team.api.trpc.message.list.query({ channelId })).list;
    await expect.poll(async () => (await messages()).at(-1)?.status, { timeout: 10_000 }).toBe('done');
    await team.api.trpc.assistant.remove.mutate({ assistantId: second });
    expect((await messages()).at(-1)).toMatchObject({ assistant: { id: second, name: 'Second' } });
    // The app's default answers.
    await team.api.trpc.message.send.mutate({ channelId, text: 'And now?' });
    await expect
      .poll(async () => (await messages()).at(-1), { timeout: 10_000 })
      .toMatchObject({ status: 'done', assistant: { id: first, name: 'Assistant' } });
    expect(await team.api.trpc.assistant.ofChannel.query({ channelId })).toMatchObject([{ id: first }]);
  });
});

describe('copies', () => {
  it('are separate from their original', async () => {
    const { assistant } = team.api.trpc;
    await assistant.update.mutate({ assistantId: first, instructions: 'Secret.', starters: ['Hi'] });
    const copy = await assistant.duplicate.mutate({ assistantId: first });
    expect(copy).toMatchObject({ appId, instructions: 'Secret.', starters: ['Hi'], isDefault: false });
    expect(copy.name).toBe('Assistant (copy)');
    await assistant.update.mutate({ assistantId: first, instructions: 'Other.' });
    expect(await assistant.get.query({ assistantId: copy.id })).toMatchObject({ instructions: 'Secret.' });
  });

  it('bring one’s own assistant only to an app one may edit', async () => {
    const editor = await granted('edit');
    const person = await team.person();
    await team.api.trpc.app.setVisibility.mutate({ appId, visibility: 'private' });
    const own = await person.api.trpc.assistant.create.mutate({ name: 'Mine', instructions: 'For me.' });
    const target = { appId, assistantId: own.id };
    // To see it is not enough to take it, nor the app to put it there.
    await expectRefused(editor.trpc.assistant.shareToApp.mutate(target), 'notFound');
    await expectRefused(person.api.trpc.assistant.shareToApp.mutate(target), 'notFound');
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: appId,
      userId: person.user.id,
      level: levelRank.edit,
    });
    const shared = await person.api.trpc.assistant.shareToApp.mutate(target);
    expect(shared).toMatchObject({ appId, name: 'Mine', instructions: 'For me.' });
    expect(shared.id).not.toBe(own.id);
    expect(await person.api.trpc.assistant.mine.query()).toHaveLength(1);
    const other = await openTeam(server);
    for (const ids of [
      { appId: other.app.id, assistantId: own.id },
      { appId, assistantId: other.assistant.id },
    ])
      await expectRefused(person.api.trpc.assistant.shareToApp.mutate(ids), 'notFound');
  });
});

describe('the gallery', () => {
  it('shows assistants of apps the reader sees, page by page, and searches them', async () => {
    const beside = await makeApp(server.db, {
      teamId: team.team.id,
      spaceId: team.space.id,
      creatorId: team.owner.id,
      name: 'Äpfel',
      visibility: 'private',
    });
    const make = (name: string, values = {}) =>
      makeAssistant(server.db, {
        teamId: team.team.id,
        appId: beside.id,
        ownerId: team.owner.id,
        name,
        ...values,
      });
    await make('One', { instructions: 'Secret.' });
    await make('Two', { description: 'Knows 100 % of the law' });
    await make('Three', { isDefault: true });
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await team.api.trpc.assistant.gallery.query({ limit: 2, ...(cursor && { cursor }) });
      names.push(...page.list.map(({ name, app }) => `${app.name}/${name}`));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    const own = `${team.app.name}/Assistant`;
    expect(names.filter((name) => name !== own)).toEqual(['Äpfel/Three', 'Äpfel/One', 'Äpfel/Two']);
    expect(names).toHaveLength(4);
    const find = async (query: string, api = team.api) =>
      (await api.trpc.assistant.gallery.query({ query })).list.map(({ name }) => name);
    expect(await find('apfel ONE')).toEqual(['One']);
    expect(await find('100 % law')).toEqual(['Two']);
    expect(await find('secret')).toEqual([]);
    expect(await find('%')).toEqual(['Two']);
    expect(await find('__')).toEqual([]);
    const member = await team.person();
    expect(await find('one', member.api)).toEqual([]);
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: beside.id,
      userId: member.user.id,
      level: levelRank.view,
    });
    const { list } = await member.api.trpc.assistant.gallery.query({ query: 'one' });
    expect(list).toMatchObject([{ name: 'One', instructions: '', abilities: { edit: false } }]);
  });

  it.each(['', 'nonsense', Buffer.from('["a","b","c","d"]').toString('base64url'), 'x'.repeat(2_000)])(
    'refuses the cursor %s',
    async (cursor) => {
      await expectRefused(team.api.trpc.assistant.gallery.query({ cursor }), 'invalidInput');
    },
  );
});
