import type { Message } from '@tandem/shared/message/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiFor } from '../running/api.ts';
import { until } from '../running/live.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { type HostileProvider, type Script, startHostileProvider } from './hostile-provider.ts';

const EMOJI = '😀';
const call = (index: number, name: string, input: string, id = `call-${index}`) => ({
  tool_calls: [{ index, id, type: 'function', function: { name, arguments: input } }],
});
/** Writes for as long as someone reads. */
const endless = (
  write: () => boolean,
  out: { once(event: 'drain', go: () => void): unknown; destroyed: boolean },
) => {
  const go = () => {
    if (out.destroyed) return;
    for (let count = 0; count < 200; count++) if (!write()) return void out.once('drain', go);
    setImmediate(go);
  };
  go();
};
const withUsage =
  (usage: object): Script =>
  (out, delta) => {
    delta({ content: 'An answer.' }, { finish_reason: 'stop' });
    out.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'h', choices: [], usage })}\n\n`,
    );
    out.end('data: [DONE]\n\n');
  };

const scripts: Record<string, Script> = {
  'usage-huge': withUsage({
    prompt_tokens: 1e300,
    completion_tokens: 9_007_199_254_740_991,
    total_tokens: 1,
  }),
  'usage-odd': withUsage({ prompt_tokens: 1.5, completion_tokens: -4, total_tokens: 1 }),
  'error-half': (out) => {
    out.writeHead(400, { 'content-type': 'application/json' });
    out.end('{"error":{"message":"No \\ud83d way \\u0000 at all","type":"x"}}');
  },
  'error-cut': (out) => {
    out.writeHead(400, { 'content-type': 'application/json' });
    out.end(JSON.stringify({ error: { message: `x ${EMOJI.repeat(400)}`, type: 'x' } }));
  },
  'error-cut-odd': (out) => {
    out.writeHead(400, { 'content-type': 'application/json' });
    out.end(JSON.stringify({ error: { message: EMOJI.repeat(400), type: 'x' } }));
  },
  'error-large': (out) => {
    out.writeHead(400, { 'content-type': 'application/json' });
    out.end(JSON.stringify({ error: { message: 'tokens missing api key '.repeat(2_000_000), type: 'x' } }));
  },
  'tool-emoji': (out, delta) => {
    delta(call(0, 'calculator', JSON.stringify({ expression: EMOJI.repeat(3_000) })), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-emoji-odd': (out, delta) => {
    delta(call(0, 'calculator', JSON.stringify({ expression: `x${EMOJI.repeat(3_000)}` })), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-half': (out, delta) => {
    delta(call(0, 'calculator', '{"expression":"\\ud800\\u0000"}', 'call-\ud800'), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-name': (out, delta) => {
    delta(call(0, 'n'.repeat(20_000_000), '{}'), { finish_reason: 'tool_calls' });
    out.end('data: [DONE]\n\n');
  },
  'tool-input': (out, delta) => {
    delta(call(0, 'calculator', `{"expression":"${'1'.repeat(30_000_000)}"}`), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-deep': (out, delta) => {
    delta(call(0, 'calculator', `${'['.repeat(400_000)}${']'.repeat(400_000)}`), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-proto': (out, delta) => {
    delta(call(0, '__proto__', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
    delta(call(1, 'constructor', '{"expression":"1"}'));
    delta(call(2, 'calculator', '{"expression":"1","__proto__":{"polluted":1}}'), {
      finish_reason: 'tool_calls',
    });
    out.end('data: [DONE]\n\n');
  },
  'tool-many': (out, delta) => {
    for (let index = 0; index < 10_000; index++) delta(call(index, 'calculator', '{"expression":"1+1"}'));
    delta({}, { finish_reason: 'tool_calls' });
    out.end('data: [DONE]\n\n');
  },
  'tool-fat': (out, delta) => {
    const input = JSON.stringify({ expression: '7'.repeat(31_000) });
    for (let index = 0; index < 1_500; index++) delta(call(index, 'calculator', input));
    delta({}, { finish_reason: 'tool_calls' });
    out.end('data: [DONE]\n\n');
  },
  'endless-text': (out, delta) => endless(() => delta({ content: 'x'.repeat(2_000) }), out),
  'endless-comment': (out) => {
    out.writeHead(200, { 'content-type': 'text/event-stream' });
    endless(() => out.write(`: ${'x'.repeat(2_000)}\n\n`), out);
  },
  'endless-line': (out) => {
    out.writeHead(200, { 'content-type': 'text/event-stream' });
    endless(() => out.write('x'.repeat(20_000)), out);
  },
  'one-delta': (out, delta) => {
    delta({ content: 'y'.repeat(40_000_000) }, { finish_reason: 'stop' });
    out.end('data: [DONE]\n\n');
  },
  'endless-megabytes': (out, delta) => endless(() => delta({ content: 'm'.repeat(1_000_000) }), out),
  'endless-calls': (out, delta) => {
    let index = 0;
    endless(() => delta(call(index++, 'calculator', '{"expression":"1+1"}')), out);
  },
  'endless-parts': (out, delta) => {
    let index = 0;
    endless(() => delta(index++ % 2 === 0 ? { content: 'a' } : { reasoning_content: 'b' }), out);
  },
  'byte-by-byte': (out, delta) => {
    delta({ content: 'Slowly: ' });
    const rest = `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content: 'w'.repeat(20_000) }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
    let written = 0;
    const go = (): void => {
      for (const until = Math.min(written + 500, rest.length); written < until; written++)
        out.write(rest.charAt(written));
      if (written < rest.length) setImmediate(go);
      else out.end();
    };
    go();
  },
  control: (out, delta) => {
    delta({ content: 'a\u0000b\u202ec\ud800d\u0007' });
    delta({ content: '\ud83d' });
    delta({ content: '\ude00' }, { finish_reason: 'stop' });
    out.end('data: [DONE]\n\n');
  },
  proto: (out, delta) => {
    out.writeHead(200, { 'content-type': 'text/event-stream' });
    out.write(
      'data: {"__proto__":{"polluted":1},"choices":[{"index":0,"delta":{"__proto__":{"content":"x"},"content":"Hello"}}]}\n\n',
    );
    out.write('event: __proto__\ndata: {"id":"y","choices":[]}\n\n');
    delta({}, { finish_reason: 'stop' });
    out.end('data: [DONE]\n\n');
  },
};

let provider: HostileProvider;
let server: RunningServer;
let owner: Api;
let appId: string;

beforeAll(async () => {
  provider = await startHostileProvider(scripts);
  server = await startServerProcess({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'a key for tests' });
  const email = 'owner@example.test';
  await apiFor(server.url).post('/api/user/sendEmailCode', { email });
  const code = await until('the code is printed', () => /\b\d{6}\b/.exec(server.output())?.[0] ?? null);
  const { data } = await apiFor(server.url).post('/api/user/register', { email, code, name: 'Owner' });
  owner = apiFor(server.url, (data as { token: string }).token);
  const apps = await owner.trpc.app.list.query();
  appId = apps[0]?.id ?? '';
});
afterAll(async () => {
  await server?.dispose();
  await provider?.close();
});

async function answerTo(script: string): Promise<Message> {
  const { id: channelId } = await owner.trpc.channel.create.mutate({ appId, kind: 'chat', name: script });
  await owner.trpc.message.send.mutate({ channelId, text: `<${script}>` });
  return until(
    `the answer to ${script} has ended`,
    async () => {
      const { list } = await owner.trpc.message.list.query({ channelId });
      const last = list.at(-1);
      return last?.role === 'assistant' && last.status !== 'running' ? last : null;
    },
    25_000,
  );
}

describe('whatever a provider streams, its turn ends clearly and soon', () => {
  it.each(Object.keys(scripts))('%s', async (script) => {
    const answer = await answerTo(script);
    expect(['done', 'failed']).toContain(answer.status);
    if (answer.status === 'failed') expect(answer.error?.key).toMatch(/^provider\.\w+$/);
    expect(JSON.stringify(answer.parts).length).toBeLessThan(4_000_000);
    await until('the provider was left', () => provider.open() === 0, 5_000);
  });

  it('and the server still works', async () => {
    expect((await answerTo('control')).status).toBe('done');
    expect(await memoryUsed()).toBeLessThan(1_200);
  });
});

/** Megabytes that the server holds. */
async function memoryUsed(): Promise<number> {
  const { text } = await apiFor(server.url).get('/metrics');
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6);
}
