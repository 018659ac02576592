import type { ToolPart } from '@tandem/shared/message/parts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../fakes/provider/server.ts';
import { type Api, apiFor } from '../running/api.ts';
import { until } from '../running/live.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { type HostileMcp, startHostileMcp } from './hostile-mcp.ts';
import { readable, results, unreadable } from './mcp-scripts.ts';

let hostile: HostileMcp;
let provider: FakeProvider;
let server: RunningServer;
let owner: Api;
let appId: string;

beforeAll(async () => {
  hostile = await startHostileMcp({ ...unreadable, ...readable });
  provider = await startFakeProvider();
  server = await startServerProcess({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: 'a key for tests',
    TOOL_PRIVATE_HOSTS: new URL(hostile.url('')).host,
  });
  const email = 'owner@example.test';
  await apiFor(server.url).post('/api/user/sendEmailCode', { email });
  const code = await until('the code is printed', () => /\b\d{6}\b/.exec(server.output())?.[0] ?? null);
  const { data } = await apiFor(server.url).post('/api/user/register', { email, code, name: 'Owner' });
  owner = apiFor(server.url, (data as { token: string }).token);
  appId = (await owner.trpc.app.list.query())[0]?.id ?? '';
});
afterAll(async () => {
  await server?.dispose();
  await hostile?.close();
  await provider?.close();
});

const allow = (script: string) =>
  owner.trpc.mcp.create.mutate({
    name: 'Hostile',
    url: hostile.url(script),
    secret: { token: 'the-key-of-this-team', headers: [] },
  });

/** Megabytes that the server holds. */
async function memoryUsed(): Promise<number> {
  const { text } = await apiFor(server.url).get('/metrics');
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6);
}

describe('an unreadable server is abandoned with a sentence', () => {
  it.each(Object.keys(unreadable))('%s', async (script) => {
    const { id: serverId } = await allow(script);
    const error = await owner.trpc.mcp.refresh.mutate({ serverId }).catch((err: unknown) => err);
    expect(error).toMatchObject({ data: { key: 'mcpFailed' } });
    expect(String((error as Error).message).length).toBeLessThan(700);
    expect(String((error as Error).message)).not.toContain('the-key-of-this-team');
    await until('it was left', () => hostile.open() === 0, 5_000);
    await owner.trpc.mcp.remove.mutate({ serverId });
  });
});

describe('a server’s listing is bounded data', () => {
  async function toolsOf(script: string) {
    const { id: serverId } = await allow(script);
    const listing_ = await owner.trpc.mcp.refresh.mutate({ serverId });
    await owner.trpc.mcp.remove.mutate({ serverId });
    return listing_;
  }

  it('10,000 tools, and endless pages', async () => {
    expect(await toolsOf('many')).toMatchObject({ leftOut: 9_800, tools: { length: 200 } });
    expect((await toolsOf('pages')).tools.length).toBeLessThanOrEqual(200);
  });

  it('schemas that explode', async () => {
    const { tools, leftOut } = await toolsOf('schemas');
    expect(tools.map(({ name }) => name)).toEqual(['deep', 'outside', 'pattern', 'round']);
    expect(leftOut).toBe(3);
    expect(JSON.stringify(tools).length).toBeLessThan(70_000);
  });

  it('names, titles and descriptions', async () => {
    const { tools, leftOut } = await toolsOf('words');
    expect(leftOut).toBe(5);
    expect(tools).toHaveLength(1);
    expect(tools[0]?.title).toBe('<img src=x onerror=alert(1)>�');
    expect(tools[0]?.description.length).toBeLessThanOrEqual(2_000);
    expect(tools[0]?.description).not.toContain('\0');
  });
});

describe('in a conversation', () => {
  async function withTools(script: string) {
    const { id: serverId } = await allow(script);
    const { tools } = await owner.trpc.mcp.refresh.mutate({ serverId });
    for (const { id: toolId } of tools)
      await owner.trpc.mcp.setTool.mutate({
        toolId,
        enabled: true,
        needsApproval: false,
        acknowledged: true,
      });
    const [assistant] = await owner.trpc.assistant.list.query({ appId });
    const { db } = await server.database();
    await db
      .updateTable('assistant')
      .set({ tools: JSON.stringify(['calculator', ...tools.map(({ id }) => `mcp:${id}`)]) })
      .where('id', '=', assistant?.id as string)
      .execute();
    return serverId;
  }

  async function ask(text: string) {
    const { id: channelId } = await owner.trpc.channel.create.mutate({
      appId,
      kind: 'chat',
      name: 'Hostile',
    });
    await owner.trpc.message.send.mutate({ channelId, text });
    return until(
      'the answer has ended',
      async () => {
        const { list } = await owner.trpc.message.list.query({ channelId });
        const last = list.at(-1);
        return last?.role === 'assistant' && last.status !== 'running' ? last : null;
      },
      30_000,
    );
  }
  const callIn = ({ parts }: Awaited<ReturnType<typeof ask>>) =>
    parts.find((part) => part.type === 'dynamic-tool') as ToolPart;

  it('no tool replaces one of ours, and names are unique', async () => {
    const serverId = await withTools('posing');
    const answer = await ask('[[tool calculator {"expression":"6 * 7"}]] What is it?');
    expect(callIn(answer)).toMatchObject({ toolName: 'calculator', state: 'output-available' });
    expect(JSON.stringify(callIn(answer).output)).toContain('42');
    const asked = provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body as {
      tools: { function: { name: string } }[];
    };
    const names = asked.tools.map((each) => each.function.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^mcp_[a-z0-9_]{1,60}$/.test(name))).toEqual(['calculator']);
    await owner.trpc.mcp.remove.mutate({ serverId });
  });

  it.each(Object.keys(results))('the result %s ends the call, not the server', async (name) => {
    const serverId = await withTools('results');
    const before = hostile.seen.length;
    const answer = await ask(`[[tool mcp_hostile_${name} {}]] Go`);
    expect(answer.status).toBe('done');
    const call = callIn(answer);
    expect(call.state).toMatch(/^output-/);
    expect(JSON.stringify(answer.parts).length).toBeLessThan(200_000);
    expect(JSON.stringify(answer.parts)).not.toContain('the-key-of-this-team');
    expect(hostile.seen.slice(before).every(({ host }) => host === new URL(hostile.url('')).host)).toBe(true);
    await until('it was left', () => hostile.open() === 0, 5_000);
    await owner.trpc.mcp.remove.mutate({ serverId });
  });

  it('and the server still works', async () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const used = await memoryUsed();
    console.log(`after hostile servers of tools: ${used} MB`);
    expect(used).toBeLessThan(900);
  });
});
