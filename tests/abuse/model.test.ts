import type { Message } from '@tandem/shared/message/schema';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../running/live.ts';
import { as, closeDatabase, placeOf, sharedServer } from '../running/shared-server.ts';

afterAll(closeDatabase);

/** Sends a message and waits for the end of its answer. */
async function answerTo(text: string, ms = 20_000): Promise<Message> {
  const { channelId } = await placeOf('owner');
  await as('owner').trpc.message.send.mutate({ channelId, text });
  return until(
    'the answer has ended',
    async () => {
      const { list } = await as('owner').trpc.message.list.query({ channelId });
      const last = list.at(-1);
      return last?.role === 'assistant' && last.status !== 'running' ? last : null;
    },
    ms,
  );
}

describe('a model that requests an internal address is refused', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://168.63.129.16/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://user:pass@127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.com/',
    'javascript:alert(1)',
  ])('%s', async (url) => {
    const answer = await answerTo(`[[tool fetch_page ${JSON.stringify({ url })}]]`);
    const tool = answer.parts.find((part) => part.type === 'dynamic-tool');
    expect(tool).toMatchObject({ state: 'output-error' });
    expect(JSON.stringify(answer.parts)).not.toMatch(/ECONNREFUSED|root:|instance-id/);
  });

  it('the server under test itself', async () => {
    const answer = await answerTo(
      `[[tool fetch_page ${JSON.stringify({ url: `${sharedServer.url}/api/openapi.json` })}]]`,
    );
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      state: 'output-error',
    });
  });

  it('the provider’s host, which only providers may reach', async () => {
    const url = sharedServer.providerUrl.replace('/v1', '/models');
    const answer = await answerTo(`[[tool fetch_page ${JSON.stringify({ url })}]]`);
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      state: 'output-error',
    });
  });
});

describe('a provider’s answer is data', () => {
  it.each(['badjson', 'errchunk', 'cut', 'drop', 'html', 'html 200', 'empty', 'badtool', '400', 'context'])(
    '[[%s]] ends in a message that says so, and the next one works',
    async (directive) => {
      const answer = await answerTo(`[[${directive}]] Hello`);
      expect(['failed', 'interrupted', 'done']).toContain(answer.status);
      if (answer.status === 'failed') expect(answer.error?.key).toMatch(/^provider\.\w+$/);
      expect(JSON.stringify(answer)).not.toMatch(/sk-fake|a key for tests|node_modules/);
      expect((await answerTo('Hello again')).status).toBe('done');
    },
  );

  it('a tool that does not exist is reported, not a failure of ours', async () => {
    const answer = await answerTo('[[tool no_such_tool {}]]');
    expect(['done', 'failed']).toContain(answer.status);
    expect(JSON.stringify(answer)).not.toContain('node_modules');
  });

  it('a model that calls tools for ever is stopped', async () => {
    const answer = await answerTo('[[toolloop calculator {"expression":"1"}]]', 25_000);
    expect(answer.parts.filter((part) => part.type === 'dynamic-tool').length).toBeLessThan(60);
  });

  it('a provider’s redirect is not followed, so its key goes nowhere else', async () => {
    const answer = await answerTo('[[redirect http://127.0.0.1:9/steal]]');
    expect(answer).toMatchObject({ status: 'failed', error: { key: 'provider.redirected' } });
  });
});
