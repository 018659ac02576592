import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streamText } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../../core/fetch/guarded-fetch.ts';
import { classifyProviderError } from '../errors/classify.ts';
import { createModels } from './models.ts';
import { kinds, type WireStage, wireStage } from './testing.ts';

let stage: WireStage;

beforeAll(async () => {
  stage = await wireStage();
});

afterEach(() => {
  stage.fake.requests.length = 0;
});

afterAll(() => stage.close());

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.each(kinds)('%s', (kind) => {
  describe('failures before an answer', () => {
    test.each([
      ['401', 'unauthorised', false],
      ['403', 'forbidden', false],
      ['404', 'modelNotFound', false],
      ['context', 'contextTooLong', false],
      ['400', 'badRequest', false],
      ['413', 'tooLarge', false],
      ['429', 'rateLimited', true],
      ['quota', 'quota', false],
      ['500', 'serverError', true],
      ['503', 'overloaded', true],
      ['html 404', 'notJson', false],
      ['html 200', 'notJson', false],
      ['html 502', 'serverError', true],
    ])('%s', async (directive, name, retryable) => {
      const { failure, errors, text } = await stage.run(kind, { question: `Hello [[${directive}]]` });
      expect(failure).toMatchObject({ key: `provider.${name}`, retryable });
      expect(JSON.stringify(failure)).not.toMatch(/sk-|<html|Bearer/);
      expect(errors).toBe(1);
      expect(text).toBe('');
      if (directive === '429') expect(failure?.retryAfter).toBe(2);
    });

    test('a redirect to another host is not followed', async () => {
      const { failure } = await stage.run(kind, { question: 'Hello [[redirect http://127.0.0.2:9/v1]]' });
      expect(failure).toMatchObject({ key: 'provider.redirected', retryable: false });
    });

    test('an unreachable host, an unknown name, a private address', async () => {
      const of = async (apiHost: string, from = stage.models) => {
        const { stream } = streamText({
          model: from.languageModel(stage.connection(kind, { apiHost }), 'fake-text'),
          prompt: 'Hello',
          maxRetries: 0,
          onError: () => {},
        });
        for await (const part of stream)
          if (part.type === 'error') return classifyProviderError(part.error).key;
        return null;
      };
      expect(await of(`http://127.0.0.1:${await closedPort()}/v1`)).toBe('provider.refused');
      expect(await of('http://127.0.0.1:1/v1')).toBe('provider.refused');
      expect(await of('http://10.0.0.1/v1')).toBe('provider.addressRefused');
      const nowhere = createGuardedFetch({
        allowPrivateHosts: [],
        resolve: async (name) => {
          throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
        },
      });
      expect(await of('https://nowhere.invalid/v1', createModels({ fetch: nowhere }))).toBe('provider.dns');
      await nowhere.close();
    });

    test('times out when no answer begins', async () => {
      const hasty = createModels({ fetch: stage.fetcher, responseMs: 150 });
      const { stream } = streamText({
        model: hasty.languageModel(stage.connection(kind), 'fake-hang'),
        prompt: 'Hello',
        maxRetries: 0,
        onError: () => {},
      });
      const parts = await Array.fromAsync(stream);
      const error = parts.find((part) => part.type === 'error');
      expect(classifyProviderError(error?.error)).toEqual({ key: 'provider.timeout', retryable: true });
      await expect.poll(() => stage.fake.requests[0]?.outcome).toBe('aborted');
    });
  });

  describe('failures in mid-answer keep the text so far', () => {
    const said = 'token1 token2 token3 token4 token5 ';

    test.each([
      ['cut', 'cutOff'],
      ['drop', 'connectionLost'],
      ['errchunk', 'serverError'],
      ['badjson', 'badAnswer'],
    ])('%s', async (directive, name) => {
      const { failure, errors, text, types, finish } = await stage.run(kind, {
        question: `Hello [[${directive}]]`,
      });
      expect(text).toBe(said);
      expect(failure).toMatchObject({ key: `provider.${name}`, retryable: true });
      expect(errors).toBe(1);
      expect(types).toContain('text-end');
      expect(types).not.toContain('abort');
      expect(finish).toMatchObject({ finishReason: 'error' });
      if (directive === 'errchunk') expect(failure?.detail).toBe('The upstream model exploded');
    });

    test('a stall aborts with a reason that differs from a stop', async () => {
      const { text, types, abortReason, failure } = await stage.run(kind, {
        question: 'Hello [[stall]]',
        chunkMs: 150,
      });
      expect(text).toBe(said);
      expect(failure).toBeNull();
      expect(types.at(-1)).toBe('abort');
      expect(classifyProviderError(abortReason).key).toBe('provider.stalled');
      await expect.poll(() => stage.fake.requests[0]?.outcome).toBe('aborted');
    });

    test('an empty answer is an error, except after a tool', async () => {
      const { failure } = await stage.run(kind, { question: 'Hello [[empty]]' });
      expect(failure).toMatchObject({ key: 'provider.emptyAnswer', retryable: true });
    });

    test('length and content limits are not errors', async () => {
      expect((await stage.run(kind, { question: 'Hello [[length]]' })).finish).toMatchObject({
        finishReason: 'length',
      });
      if (kind === 'ollama') return;
      const filtered = await stage.run(kind, { question: 'Hello [[filter]]' });
      expect(filtered.finish).toMatchObject({ finishReason: 'content-filter' });
      expect(filtered.failure).toBeNull();
    });
  });

  test('a stop closes the provider’s socket', async () => {
    const controller = new AbortController();
    const done = stage.run(kind, {
      question: 'Hello [[tokens 500]] [[delay 20]]',
      signal: controller.signal,
    });
    await expect.poll(() => stage.fake.requests[0]?.chunks ?? 0).toBeGreaterThan(2);
    controller.abort(new DOMException('stopped', 'AbortError'));
    const { types, abortReason, failure } = await done;
    expect(types.at(-1)).toBe('abort');
    expect(classifyProviderError(abortReason).key).toBe('provider.unknown');
    expect(failure).toBeNull();
    await expect.poll(() => stage.fake.requests[0]?.outcome).toBe('aborted');
    const chunks = stage.fake.requests[0]?.chunks;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(stage.fake.requests[0]?.chunks).toBe(chunks);
  });
});
