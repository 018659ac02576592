import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiFor } from '../running/api.ts';
import { atDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { healthDuring, memoryOf, startFloodProvider } from './flood/flood.ts';

/** How long an answer floods while /healthz is probed, in milliseconds. */
const FLOOD_MS = atDepth(2_000, 4_000);
/** The longest wait for /healthz, in milliseconds: on quiet cores it is a tenth of it; the machine may be busy. */
const LONGEST_MS = 2_000;
/** Memory limit of the server meanwhile, in megabytes. */
const MEMORY_MB = 900;

let provider: Awaited<ReturnType<typeof startFloodProvider>>;
let server: RunningServer;
let owner: Api;
let appId: string;

beforeAll(async () => {
  provider = await startFloodProvider();
  server = await startServerProcess({
    ...{ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'a key for tests', TURNS_PER_PERSON: '60' },
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
  await provider?.close();
});

/** Starts answers of this kind, each in its own channel. */
async function begin(flood: string, count: number): Promise<string[]> {
  const channels: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id: channelId } = await owner.trpc.channel.create.mutate({ appId, kind: 'chat', name: flood });
    await owner.trpc.message.send.mutate({ channelId, text: `<${flood}>` });
    channels.push(channelId);
  }
  return channels;
}

async function end(channels: readonly string[]): Promise<void> {
  for (const channelId of channels) await owner.trpc.message.stop.mutate({ channelId });
  await until('the provider was left', async () => (await provider.open()) === 0, 20_000);
}

it.each(['words', 'bytes', 'megabytes', 'calls', 'parts', 'comments'])(
  '24 answers of endless %s at full speed keep /healthz quick',
  async (flood) => {
    let channels: string[] = [];
    const waits = await healthDuring(server.url, async () => {
      channels = await begin(flood, 24);
      await sleep(FLOOD_MS);
      await end(channels);
    });
    expect(waits.longest).toBeLessThan(LONGEST_MS);
    expect(await memoryOf(server.url)).toBeLessThan(MEMORY_MB);
  },
);

/** Subscribes to a channel by server-sent events without reading the response. */
function followUnread(channelId: string): Promise<{ isOpen(): boolean; close(): void }> {
  const input = encodeURIComponent(JSON.stringify({ json: { channelId } }));
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/api/live.channel?input=${input}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      let isOpen = true;
      response.pause();
      response.socket.on('close', () => {
        isOpen = false;
      });
      resolve({ isOpen: () => isOpen, close: () => asked.destroy() });
    });
    asked.end();
  });
}

it('200 unread streams of one person, beside four endless answers, cost little', async () => {
  let memory = 0;
  let channels: string[] = [];
  const waits = await healthDuring(server.url, async () => {
    channels = await begin('words', 4);
    const streams = await Promise.all(
      Array.from({ length: 200 }, (_, index) => followUnread(channels[index % 4] ?? '')),
    );
    for (let looks = 0; looks < 6; looks++) {
      await sleep(1_000);
      memory = Math.max(memory, await memoryOf(server.url));
    }
    for (const stream of streams) stream.close();
    await end(channels);
  });
  expect(waits.longest).toBeLessThan(LONGEST_MS);
  expect(memory).toBeLessThan(MEMORY_MB);
});
