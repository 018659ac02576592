import { makeAssistant, makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { need } from '../../running/people.ts';
import { bytesOf, pngOf, sizeOfWebp, uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let person: { user: { id: number }; api: Api };
beforeEach(async () => {
  person = await team.person();
});

const mine = (api = person.api) => api.trpc.assistant.mine.query();
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const everything = {
  name: 'Scribe',
  avatar: 'teal:🦉',
  description: 'Takes minutes.',
  instructions: 'Write for {{user_name}}.',
  parameters: { temperature: 0.3, topP: 0.9, maxOutputTokens: 500 },
  tools: ['calculator'],
  starters: ['Begin the minutes', 'Who was there?'],
};

describe('an assistant of one’s own', () => {
  it('is created, changed and removed over typed calls', async () => {
    const made = await person.api.trpc.assistant.create.mutate(everything);
    expect(made).toMatchObject({ ...everything, appId: null, abilities: { edit: true } });
    const { id: assistantId } = made;
    const changed = { description: '', parameters: {}, starters: [], tools: [] };
    expect(await person.api.trpc.assistant.update.mutate({ assistantId, ...changed })).toMatchObject({
      ...everything,
      ...changed,
    });
    expect(await person.api.trpc.assistant.get.query({ assistantId })).toMatchObject({ name: 'Scribe' });
    expect(namesOf(await mine())).toEqual(['Scribe']);
    await person.api.trpc.assistant.remove.mutate({ assistantId });
    expect(await mine()).toEqual([]);
    await expectRefused(person.api.trpc.assistant.get.query({ assistantId }), 'notFound');
    await expectRefused(person.api.trpc.assistant.remove.mutate({ assistantId }), 'notFound');
    const row = await server.db
      .selectFrom('assistant')
      .selectAll()
      .where('id', '=', assistantId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: 'Scribe', avatar: 'teal:🦉', instructions: '', starters: [] });
  });

  it('is created, listed, put back, changed and removed over REST', async () => {
    const { api } = person;
    const provider = await makeProvider(server.db, { teamId: team.team.id });
    const model = await makeModel(server.db, { providerId: provider.id });
    const body = { name: 'Ada', avatar: '🦊', instructions: 'Be brief.', modelId: model.id };
    const made = need(await api.post('/api/my/assistant', body)).data as Assistant;
    expect(made).toMatchObject(body);
    expect(need(await api.get('/api/my/assistant/-/list')).data).toMatchObject([body]);
    const path = `/api/my/assistant/${made.id}`;
    expect(need(await api.put(path, { ...made, name: 'Grace' })).data).toMatchObject({ name: 'Grace' });
    expect(need(await api.delete(path)).data).toBe(null);
    expect(need(await api.get('/api/my/assistant/-/list')).data).toEqual([]);
    expect((await api.delete(path)).status).toBe(404);
  });

  it('is hidden from an owner of the team, a colleague and a stranger', async () => {
    const { id: assistantId } = await person.api.trpc.assistant.create.mutate(everything);
    const other = await openTeam(server);
    for (const { trpc } of [team.api, (await team.person()).api, other.api]) {
      await expectRefused(trpc.assistant.get.query({ assistantId }), 'notFound');
      await expectRefused(trpc.assistant.update.mutate({ assistantId, name: 'Mine' }), 'notFound');
      await expectRefused(trpc.assistant.duplicate.mutate({ assistantId }), 'notFound');
      await expectRefused(trpc.assistant.remove.mutate({ assistantId }), 'notFound');
      const found = await trpc.search.find.query({ query: 'Scribe', kinds: ['assistant'] });
      expect(found.groups).toEqual([]);
    }
    expect(await mine(team.api)).toEqual([]);
    const found = await person.api.trpc.search.find.query({ query: 'Scribe', kinds: ['assistant'] });
    expect(found.groups[0]?.hits).toMatchObject([{ id: assistantId, appId: null }]);
    expect((await person.api.trpc.assistant.get.query({ assistantId })).name).toBe('Scribe');
  });

  it('is unavailable after leaving, and cannot be created by guests', async () => {
    const { id: assistantId } = await person.api.trpc.assistant.create.mutate(everything);
    await team.api.trpc.team.removeMember.mutate({ userId: person.user.id });
    const again = await server.as(person.user.id);
    await expectRefused(again.trpc.assistant.get.query({ assistantId }), 'notFound');
    await expectRefused(again.trpc.assistant.remove.mutate({ assistantId }), 'notFound');
    const guest = await team.person('guest');
    await expectRefused(guest.api.trpc.assistant.create.mutate({ name: 'Mine' }), 'forbidden');
    expect(await mine(guest.api)).toEqual([]);
  });

  it.each([
    { name: '' },
    { name: 'a\u202eb' },
    { avatar: 'https://elsewhere.example.test/a.png' },
    { avatar: '/api/files/../../etc/passwd' },
    { avatar: 'plaid:🦊' },
    { avatar: '🦊🦊' },
    { avatar: 'x'.repeat(500) },
    { description: 'x'.repeat(2_001) },
    { instructions: 'x'.repeat(20_001) },
    { parameters: { temperature: 2.1 } },
    { parameters: { temperature: 'hot' } },
    { parameters: { topP: -0.1 } },
    { parameters: { maxOutputTokens: 0.5 } },
    { parameters: { maxOutputTokens: 10_000_000 } },
    { parameters: { presencePenalty: 1 } },
    { parameters: null },
    { starters: Array.from({ length: 9 }, () => 'Hello') },
    { starters: ['x'.repeat(301)] },
    { starters: [' '] },
    { tools: Array.from({ length: 65 }, (_, index) => `tool_${index}`) },
    { appId: crypto.randomUUID() },
    { ownerId: 1 },
    { teamId: crypto.randomUUID() },
    { id: crypto.randomUUID() },
    { isDefault: true },
  ])('is not created from odd values (%#)', async (odd) => {
    await expectRefused(
      person.api.trpc.assistant.create.mutate({ ...everything, ...odd } as typeof everything),
      'invalidInput',
    );
    expect(await mine()).toEqual([]);
  });

  it('accepts no model and no tool the team lacks', async () => {
    const other = await openTeam(server);
    const foreign = await makeProvider(server.db, { teamId: other.team.id });
    const { id: modelId } = await makeModel(server.db, { providerId: foreign.id });
    const { create } = person.api.trpc.assistant;
    await expectRefused(create.mutate({ name: 'A', modelId }), 'notFound');
    await expectRefused(create.mutate({ name: 'A', tools: ['launch_rocket'] }), 'notFound');
    await expectRefused(create.mutate({ name: 'A', tools: [`mcp:${crypto.randomUUID()}`] }), 'notFound');
    // A tool granted earlier may stay after it has been removed.
    const held = await makeAssistant(server.db, {
      teamId: team.team.id,
      ownerId: person.user.id,
      tools: JSON.stringify(['calculator', 'gone_since']),
    });
    const change = { assistantId: held.id, tools: ['gone_since', 'current_time'] };
    expect(await person.api.trpc.assistant.update.mutate(change)).toMatchObject({ tools: change.tools });
  });

  it('is limited to two hundred, however many are created at once', async () => {
    const { id: ownerId } = person.user;
    for (let count = 0; count < 199; count++)
      await makeAssistant(server.db, { teamId: team.team.id, ownerId });
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => person.api.trpc.assistant.create.mutate({ name: 'More' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefused(person.api.trpc.assistant.create.mutate({ name: 'More' }), 'tooManyAssistants');
    expect(await mine()).toHaveLength(200);
  });
});

describe('an assistant’s picture', () => {
  it('is re-encoded, visible in the team, copied with it, and deleted with the next', async () => {
    const { api } = person;
    const file = await uploaded(api, pngOf(900, 300), 'owl.png');
    const made = await api.trpc.assistant.create.mutate({ name: 'Owl', avatar: file.id });
    expect(made.avatar).toMatch(/^\/api\/files\/[0-9a-f-]{36}\/content$/);
    const seen = await bytesOf((await team.person()).api, made.avatar);
    expect(sizeOfWebp(seen.bytes)).toEqual({ width: 256, height: 256 });
    expect((await bytesOf((await openTeam(server)).api, made.avatar)).status).toBe(404);

    const copy = await api.trpc.assistant.duplicate.mutate({ assistantId: made.id });
    expect(copy.avatar).not.toBe(made.avatar);
    // Their own avatar, and another one of the assistant's.
    const portrait = await uploaded(api, pngOf(20, 20), 'me.png');
    const { avatar: face } = await api.trpc.user.update.mutate({ avatar: portrait.id });
    const next = await uploaded(api, pngOf(30, 30), 'b.png');
    const { update } = api.trpc.assistant;
    const changed = await update.mutate({ assistantId: made.id, avatar: next.id });
    expect(changed.avatar).not.toBe(made.avatar);
    expect((await bytesOf(api, made.avatar)).status).toBe(404);
    for (const path of [copy.avatar, changed.avatar, face])
      expect((await bytesOf(api, path)).status, path).toBe(200);
    expect(await update.mutate({ assistantId: made.id, avatar: changed.avatar })).toMatchObject({
      avatar: changed.avatar,
    });
    expect(await update.mutate({ assistantId: made.id, avatar: '' })).toMatchObject({ avatar: '' });
    expect((await bytesOf(api, changed.avatar)).status).toBe(404);
  });

  it('must be one’s own upload, and a picture', async () => {
    const { create } = person.api.trpc.assistant;
    const theirs = await uploaded(team.api, pngOf(20, 20), 'a.png');
    await expectRefused(create.mutate({ name: 'A', avatar: theirs.id }), 'notFound');
    await expectRefused(create.mutate({ name: 'A', avatar: crypto.randomUUID() }), 'notFound');
    const text = await uploaded(person.api, Buffer.from('just words'), 'a.txt');
    await expectRefused(create.mutate({ name: 'A', avatar: text.id }), 'notAnImage');
    // Nor is another assistant's taken from it.
    const file = await uploaded(person.api, pngOf(20, 20), 'b.png');
    const first = await create.mutate({ name: 'A', avatar: file.id });
    await expectRefused(create.mutate({ name: 'B', avatar: first.avatar }), 'notFound');
    expect((await bytesOf(person.api, first.avatar)).status).toBe(200);
  });
});
