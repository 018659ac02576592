import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer({ toolPrivateHosts: ['127.0.0.1'] });
const team = useTeam(server);
let fake: FakeMcp;
const TOKEN = 'a-token-for-the-notebook';

beforeAll(async () => {
  fake = await startFakeMcp({ token: TOKEN });
});
afterAll(async () => {
  await fake.close();
});

const make = (secret: { token?: string; headers?: { name: string; value: string }[] } = { token: TOKEN }) =>
  team.api.trpc.mcp.create.mutate({
    name: 'Notebook',
    url: fake.url,
    secret: { headers: [], ...secret },
  });

describe('a server that an administrator adds', () => {
  it('is stored, and its tools are read, each disabled until it is enabled', async () => {
    const made = await make();
    expect(made).toMatchObject({
      name: 'Notebook',
      url: fake.url,
      enabled: true,
      toolCount: 0,
      listedAt: null,
    });
    const listing = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    expect(listing).toMatchObject({ leftOut: 0, changed: [] });
    expect(listing.server).toMatchObject({ toolCount: 4, enabledCount: 0 });
    expect(listing.tools.map(({ name, enabled, needsApproval }) => [name, enabled, needsApproval])).toEqual([
      ['count_notes', false, false],
      ['draw_note', false, false],
      ['tear_note', false, true],
      ['write_note', false, true],
    ]);
    expect(listing.tools[3]).toMatchObject({
      title: 'Write a note',
      description: 'Writes a note for the team.',
      inputSchema: { type: 'object', required: ['title', 'text'] },
    });
    const on = await team.api.trpc.mcp.setTool.mutate({
      toolId: listing.tools[3]?.id as string,
      enabled: true,
    });
    expect(on).toMatchObject({ enabled: true, needsApproval: true });
    expect(await team.api.trpc.mcp.list.query()).toMatchObject([{ toolCount: 4, enabledCount: 1 }]);
    expect(await team.api.trpc.mcp.tools.query({ serverId: made.id })).toHaveLength(4);
  });

  it('may answer with JSON', async () => {
    const other = await startFakeMcp({ json: true });
    const made = await team.api.trpc.mcp.create.mutate({ name: 'Plain', url: other.url });
    expect((await team.api.trpc.mcp.refresh.mutate({ serverId: made.id })).tools).toHaveLength(4);
    await other.close();
  });

  it('ends its session once unneeded', async () => {
    const made = await make();
    await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    await expect.poll(() => fake.sessions()).toBe(0);
  });

  it('requires consent again when a tool’s description changes', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    const toolId = tools.find(({ name }) => name === 'write_note')?.id as string;
    await team.api.trpc.mcp.setTool.mutate({
      toolId,
      enabled: true,
      needsApproval: false,
      acknowledged: true,
    });
    expect((await team.api.trpc.mcp.refresh.mutate({ serverId: made.id })).changed).toEqual([]);
    fake.describe('Writes a note, and sends the conversation along.');
    const again = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    fake.describe('Writes a note for the team.');
    expect(again.changed).toEqual(['write_note']);
    expect(again.tools.find(({ id }) => id === toolId)).toMatchObject({ enabled: true, needsApproval: true });
  });

  it('lets a tool that reaches outside or writes run without approval only if that is acknowledged', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    const [count, , tear] = tools;
    expect(count).toMatchObject({ readOnly: true, openWorld: false });
    expect(tear).toMatchObject({ readOnly: false, openWorld: true });
    const set = (toolId: string | undefined, values: object) =>
      team.api.trpc.mcp.setTool.mutate({ toolId: toolId ?? '', ...values });
    for (const acknowledged of [undefined, false])
      await expectRefused(
        set(tear?.id, { enabled: true, needsApproval: false, acknowledged }),
        'mcpUnacknowledged',
      );
    expect((await team.api.trpc.mcp.tools.query({ serverId: made.id }))[2]).toMatchObject({
      enabled: false,
      needsApproval: true,
    });
    await set(tear?.id, { needsApproval: false, acknowledged: true });
    expect(await set(tear?.id, { enabled: true })).toMatchObject({ enabled: true, needsApproval: false });
    await set(count?.id, { enabled: true, needsApproval: true });
    expect(await set(count?.id, { needsApproval: false })).toMatchObject({ needsApproval: false });
  });

  it('requires consent again when a tool no longer claims to be harmless', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    const tool = tools.find(({ name }) => name === 'draw_note');
    await team.api.trpc.mcp.setTool.mutate({ toolId: tool?.id ?? '', enabled: true });
    fake.openDrawing(true);
    const again = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    fake.openDrawing(false);
    expect(again.changed).toEqual(['draw_note']);
    expect(again.tools.find(({ id }) => id === tool?.id)).toMatchObject({
      ...{ enabled: true, needsApproval: true, readOnly: true, openWorld: true },
    });
  });

  it('holds what is set to what a refresh makes of the tool meanwhile', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    const toolId = tools.find(({ name }) => name === 'count_notes')?.id ?? '';
    const setting = await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('mcp_server').select('id').where('id', '=', made.id).forUpdate().execute();
      await tx
        .updateTable('mcp_tool')
        .set({ readOnly: false, openWorld: true, needsApproval: true })
        .where('id', '=', toolId)
        .execute();
      const answer = expectRefused(
        team.api.trpc.mcp.setTool.mutate({ toolId, needsApproval: false }),
        'mcpUnacknowledged',
      );
      answer.catch(() => {});
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from "pg_stat_activity" where "datname" = current_database()
            and "wait_event_type" = 'Lock' and "query" like '%"mcp_%'`.execute(server.db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      return { answer };
    });
    await setting.answer;
  });

  it('is recorded in the audit log without its secret', async () => {
    const made = await make();
    await team.api.trpc.mcp.update.mutate({
      serverId: made.id,
      name: 'Notes',
      secret: { token: 'another-one' },
    });
    await team.api.trpc.mcp.remove.mutate({ serverId: made.id });
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'targetName', 'detail'])
      .where('teamId', '=', team.team.id)
      .orderBy('number')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['mcp.create', 'mcp.update', 'mcp.remove']);
    expect(JSON.stringify(entries)).not.toMatch(/another-one|a-token-for/);
  });
});

describe('its secret', () => {
  it('goes to the server and is never returned', async () => {
    const made = await make({ token: TOKEN, headers: [{ name: 'X-Team', value: 'blue value' }] });
    const before = fake.requests.length;
    const listing = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    expect(fake.requests[before]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-team': 'blue value',
    });
    const said = JSON.stringify([made, listing, await team.api.trpc.mcp.list.query()]);
    expect(said).not.toContain(TOKEN);
    expect(said).not.toContain('blue value');
    expect(made.secret).toEqual({ hasToken: true, headerNames: ['X-Team'] });
    const { secret } = await server.db
      .selectFrom('mcp_server')
      .select('secret')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(secret?.includes(TOKEN)).toBe(false);
  });

  it('is forgotten when the server moves to another host, and its tools are disabled', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    await team.api.trpc.mcp.setTool.mutate({ toolId: tools[0]?.id as string, enabled: true });
    const thief = await startFakeMcp();
    const moved = await team.api.trpc.mcp.update.mutate({ serverId: made.id, url: thief.url });
    expect(moved).toMatchObject({ secret: { hasToken: false, headerNames: [] }, enabledCount: 0 });
    await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    expect(thief.requests.length).toBeGreaterThan(0);
    expect(thief.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    await thief.close();
  });

  it('stays when only the path changes, and does not open for another row', async () => {
    const made = await make();
    const same = await team.api.trpc.mcp.update.mutate({ serverId: made.id, url: `${fake.url}?x=1` });
    expect(same.secret?.hasToken).toBe(true);
    const other = await team.api.trpc.mcp.create.mutate({ name: 'Other', url: fake.url });
    await server.db
      .updateTable('mcp_server')
      .set((eb) => ({
        secret: eb.selectFrom('mcp_server as m').select('m.secret').where('m.id', '=', made.id),
      }))
      .where('id', '=', other.id)
      .execute();
    await expect(team.api.trpc.mcp.refresh.mutate({ serverId: other.id })).rejects.toThrow(/enter it again/);
    expect((await team.api.trpc.mcp.list.query()).find(({ id }) => id === other.id)?.secret).toBeNull();
  });
});

describe('errors are reported', () => {
  it.each([
    ['a wrong token', () => make({ token: 'wrong' }), /rejected the stored key.*Bring the right token/],
    [
      'a path with nothing at it',
      () => team.api.trpc.mcp.create.mutate({ name: 'N', url: `${server.url}/api/nothing` }),
      /Nothing was found at this path/,
    ],
    [
      'nobody there',
      () => team.api.trpc.mcp.create.mutate({ name: 'N', url: 'http://127.0.0.1:9/mcp' }),
      /Nothing is responding/,
    ],
    [
      'a page of the web',
      () => team.api.trpc.mcp.create.mutate({ name: 'N', url: `${server.url}/healthz` }),
      /does not support|Nothing was found at this path/,
    ],
    [
      'a private address',
      () => team.api.trpc.mcp.create.mutate({ name: 'N', url: 'http://169.254.169.254/mcp' }),
      /private network/,
    ],
  ])('%s', async (_what, create, words) => {
    const made = await create();
    await expect(team.api.trpc.mcp.refresh.mutate({ serverId: made.id })).rejects.toThrow(words);
    expect(await team.api.trpc.mcp.list.query()).toMatchObject([{ id: made.id, listedAt: null }]);
  });

  it.each(['', 'not an address', 'file:///etc/passwd', 'https://user:pass@example.com/'])(
    'an invalid address: %j',
    async (url) => {
      await expect(team.api.trpc.mcp.create.mutate({ name: 'N', url })).rejects.toThrow();
    },
  );

  it.each(['Host', 'Content-Length', 'Mcp-Session-Id', 'Cookie', 'a b', 'x\r\ny'])(
    'a forbidden header: %j',
    async (name) => {
      await expect(make({ headers: [{ name, value: 'x' }] })).rejects.toThrow();
      await expect(make({ headers: [{ name: 'x-fine', value: 'a\r\nb: c' }] })).rejects.toThrow();
    },
  );
});

describe('access', () => {
  it('is refused to other teams and other roles', async () => {
    const made = await make();
    const { tools } = await team.api.trpc.mcp.refresh.mutate({ serverId: made.id });
    const toolId = tools[0]?.id as string;
    const stranger = await openTeam(server);
    for (const call of [
      () => stranger.api.trpc.mcp.tools.query({ serverId: made.id }),
      () => stranger.api.trpc.mcp.update.mutate({ serverId: made.id, url: 'http://127.0.0.1:9/' }),
      () => stranger.api.trpc.mcp.remove.mutate({ serverId: made.id }),
      () => stranger.api.trpc.mcp.refresh.mutate({ serverId: made.id }),
      () => stranger.api.trpc.mcp.setTool.mutate({ toolId, enabled: true }),
    ])
      await expect(call()).rejects.toThrow(/does not exist/);
    expect(await stranger.api.trpc.mcp.list.query()).toEqual([]);
    expect(await team.api.trpc.mcp.list.query()).toMatchObject([{ url: fake.url, enabledCount: 0 }]);
  });
});
