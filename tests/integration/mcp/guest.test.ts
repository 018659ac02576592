import { makeGrant } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';

const server = useServer({ toolPrivateHosts: ['127.0.0.1'] });
let fake: FakeMcp;
beforeAll(async () => {
  fake = await startFakeMcp({});
});
afterAll(async () => {
  await fake.close();
});

it('a guest who edits one app’s assistants cannot give them tools that use the team’s access', async () => {
  const team = await openTeam(server);
  const { trpc } = team.api;
  const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Notebook', url: fake.url });
  const { tools } = await trpc.mcp.refresh.mutate({ serverId });
  for (const { id: toolId } of tools) await trpc.mcp.setTool.mutate({ toolId, enabled: true });
  const keys = tools.map(({ id }) => `mcp:${id}`);
  const [key = '', other = ''] = keys;
  const guest = await team.person('guest');
  await makeGrant(server.db, {
    teamId: team.team.id,
    targetId: team.app.id,
    userId: guest.user.id,
    level: 3,
  });

  const offered = (await guest.api.trpc.assistant.tools.query()).map(({ id }) => id);
  expect(offered).toContain('calculator');
  expect(offered.filter((id) => keys.includes(id))).toEqual([]);
  const assistantId = team.assistant.id;
  const change = (list: string[]) =>
    guest.api.trpc.assistant.update.mutate({ assistantId, description: 'Changed', tools: list });
  await change(['calculator']);
  await expectRefused(change([key]), 'notFound');
  const { id: appId } = team.app;
  await expectRefused(guest.api.trpc.assistant.add.mutate({ appId, name: 'New', tools: [key] }), 'notFound');

  // A tool granted by a member stays when a guest changes something else.
  await trpc.assistant.update.mutate({ assistantId, tools: [key] });
  expect(await change([key, 'calculator'])).toMatchObject({ tools: [key, 'calculator'] });
  await expectRefused(change([key, other]), 'notFound');
});
