import { systemContext } from '@tandem/api/core/context';
import { assistantFor } from '@tandem/api/models/assistant/assistant.service';
import { createStarter } from '@tandem/api/workspace/space/space.service';
import {
  makeAssistant,
  makeChannel,
  makeGrant,
  makeMember,
  makeModel,
  makeProvider,
  makeTeam,
  makeUser,
} from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let assistantId: string;

beforeEach(async () => {
  assistantId = team.assistant.id;
});

const update = (change: object, api = team.api) =>
  api.trpc.assistant.update.mutate({ assistantId, ...change });

describe('an app’s assistant', () => {
  it('has a new name, instructions and model', async () => {
    const model = await makeModel(server.db, { providerId: (await makeProvider(server.db)).id });
    const changed = { name: 'Ada', instructions: 'Answer briefly.\nIn verse.', modelId: model.id };
    expect(await update(changed)).toMatchObject({ ...changed, abilities: { edit: true } });
    expect(await update({ modelId: null })).toMatchObject({ name: 'Ada', modelId: null });
    expect(await update({})).toMatchObject({ name: 'Ada' });
    expect(await team.api.trpc.assistant.list.query({ appId: team.app.id })).toMatchObject([
      { id: assistantId, name: 'Ada', instructions: 'Answer briefly.\nIn verse.' },
    ]);
  });

  it('is shown to viewers without its instructions, and changed by editors only', async () => {
    await update({ instructions: 'Between us.' });
    const { user, api } = await team.person('guest');
    await expectRefused(update({ name: 'Mine' }, api), 'notFound');
    await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId: user.id, level: 2 });
    await expectRefused(update({ name: 'Mine' }, api), 'forbidden');
    expect(await api.trpc.assistant.list.query({ appId: team.app.id })).toMatchObject([
      { name: 'Assistant', instructions: '', abilities: { edit: false } },
    ]);
    await makeGrant(server.db, { teamId: team.team.id, targetId: team.app.id, userId: user.id, level: 3 });
    expect(await update({ name: 'Ours' }, api)).toMatchObject({ instructions: 'Between us.' });
  });

  it('is visible with a channel to people of that channel alone', async () => {
    const { id: channelId } = await makeChannel(server.db, {
      appId: team.app.id,
      creatorId: team.owner.id,
      visibility: 'private',
    });
    const guest = await team.person('guest');
    const ofChannel = () => guest.api.trpc.assistant.ofChannel.query({ channelId });
    await expectRefused(ofChannel(), 'notFound');
    const grant = { teamId: team.team.id, targetId: channelId, userId: guest.user.id, level: 1 };
    await makeGrant(server.db, grant);
    expect(await ofChannel()).toMatchObject([
      { id: assistantId, instructions: '', abilities: { edit: false } },
    ]);
    await expectRefused(guest.api.trpc.assistant.list.query({ appId: team.app.id }), 'notFound');
  });

  it('accepts no model the team may not use', async () => {
    const other = await openTeam(server);
    const foreign = await makeModel(server.db, {
      providerId: (await makeProvider(server.db, { teamId: other.team.id })).id,
    });
    const own = await makeProvider(server.db, { teamId: team.team.id });
    const off = await makeModel(server.db, { providerId: own.id, enabled: false });
    const image = await makeModel(server.db, { providerId: own.id, kind: 'image' });
    for (const modelId of [foreign.id, off.id, image.id, crypto.randomUUID()])
      await expectRefused(update({ name: 'Changed', modelId }), 'notFound');
    expect(await team.api.trpc.assistant.list.query({ appId: team.app.id })).toMatchObject([
      { name: 'Assistant', modelId: null },
    ]);
  });

  it('of another team is not found', async () => {
    const other = await openTeam(server);
    await expectRefused(update({ name: 'Theirs' }, other.api), 'notFound');
  });

  it.each([
    { name: ' ' },
    { instructions: 'x'.repeat(20_001) },
    { instructions: null },
    { modelId: 'gpt' },
    { appId: crypto.randomUUID() },
    { tools: ['../etc'] },
    { tools: 'calculator' },
    { isDefault: true },
    { deletedAt: null },
    { ownerId: 1 },
  ])('refuses %j', async (change) => {
    await expectRefused(update(change), 'invalidInput');
  });

  it('contains no null bytes', async () => {
    expect(await update({ instructions: 'a\u0000b' })).toMatchObject({ instructions: 'ab' });
  });
});

it('a channel is answered by its own assistant, else by its app’s first', async () => {
  const second = await makeAssistant(server.db, {
    teamId: team.team.id,
    appId: team.app.id,
    ownerId: team.owner.id,
    name: 'Second',
  });
  const plain = await makeChannel(server.db, { appId: team.app.id, creatorId: team.owner.id });
  const special = await makeChannel(server.db, {
    appId: team.app.id,
    creatorId: team.owner.id,
    assistantId: second.id,
  });
  expect((await assistantFor(server, plain)).id).toBe(assistantId);
  expect((await assistantFor(server, special)).id).toBe(second.id);
});

describe('a new team’s assistant', () => {
  it.each([
    ['en', 'General', 'Chat', 'Assistant'],
    ['zh-CN', '通用', '聊天', '助手'],
  ] as const)('in %s', async (language, space, app, assistant) => {
    const { id: teamId } = await makeTeam(server.db);
    const user = await makeUser(server.db);
    await makeMember(server.db, { teamId, userId: user.id, role: 'owner' });
    await createStarter(systemContext(server.platform, 'test'), { teamId, userId: user.id, language });
    const api = await server.as(user.id);
    const spaces = await api.trpc.space.list.query();
    expect(spaces).toMatchObject([{ name: space, apps: [{ name: app, type: 'chat', level: 'manage' }] }]);
    const appId = spaces[0]?.apps[0]?.id as string;
    expect(await api.trpc.assistant.list.query({ appId })).toMatchObject([{ name: assistant }]);
  });
});
