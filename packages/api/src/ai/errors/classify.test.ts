import { readFileSync } from 'node:fs';
import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { RetryError } from 'ai';
import { describe, expect, test } from 'vitest';
import { FetchFailed, FetchRefused } from '../../core/fetch/types.ts';
import { classifyProviderError, ProviderStreamError, providerErrorNames } from './classify.ts';
import { safeDetail } from './detail.ts';
import { retryAfterSeconds } from './http.ts';

function call(
  statusCode: number | undefined,
  body: unknown,
  extra: { headers?: Record<string, string>; cause?: unknown } = {},
) {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body);
  return new APICallError({
    message: 'failed',
    url: 'https://api.test/v1/chat?key=sk-secretsecret',
    requestBodyValues: { messages: ['private words'] },
    responseBody,
    ...(statusCode !== undefined && { statusCode }),
    ...(extra.headers && { responseHeaders: extra.headers }),
    ...(extra.cause !== undefined && { cause: extra.cause }),
  });
}

const coded = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const said = (message: string, type = '', code = '') => ({ error: { message, type, code } });

describe('responses', () => {
  test.each([
    [401, said('Incorrect API key provided: sk-abcdef123456'), 'unauthorised'],
    [
      400,
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
      'unauthorised',
    ],
    [403, said('not allowed'), 'forbidden'],
    [402, said('Payment Required'), 'quota'],
    [429, said('You exceeded your current quota', 'insufficient_quota'), 'quota'],
    [400, said('Your credit balance is too low to access the API'), 'quota'],
    [404, said('The model `x` does not exist', '', 'model_not_found'), 'modelNotFound'],
    [404, { error: "model 'llama9' not found, try pulling it first" }, 'modelNotFound'],
    [404, { detail: 'Not Found' }, 'notFound'],
    [405, '', 'notFound'],
    [400, said("This model's maximum context length is 8192 tokens."), 'contextTooLong'],
    [400, said('x', 'invalid_request_error', 'context_length_exceeded'), 'contextTooLong'],
    [400, said('prompt is too long: 210000 tokens > 200000 maximum'), 'contextTooLong'],
    [
      400,
      said('The input token count (1200000) exceeds the maximum number of tokens allowed'),
      'contextTooLong',
    ],
    [400, said('Please reduce the length of the messages'), 'contextTooLong'],
    [413, said('Request too large'), 'tooLarge'],
    [400, said('temperature must be a number'), 'badRequest'],
    [422, said('bad shape'), 'badRequest'],
    [400, said('The response was filtered due to content management policy'), 'filtered'],
    [408, '', 'timeout'],
    [429, said('Rate limit reached'), 'rateLimited'],
    [500, said('oops'), 'serverError'],
    [502, '<html>Bad gateway</html>', 'serverError'],
    [503, said('loading'), 'overloaded'],
    [529, said('Overloaded'), 'overloaded'],
    [403, '<!DOCTYPE html><title>Blocked</title>', 'notJson'],
    [200, '<html></html>', 'notJson'],
    [200, said('upstream died', 'server_error'), 'serverError'],
    [200, 'nonsense', 'badAnswer'],
  ])('%i %j', (status, body, name) => {
    expect(classifyProviderError(call(status, body)).key).toBe(`provider.${name}`);
  });
});

describe('everything else', () => {
  test.each([
    [call(undefined, '', { cause: coded('ECONNREFUSED') }), 'refused'],
    [call(undefined, ''), 'refused'],
    [call(undefined, '', { cause: coded('ENOTFOUND') }), 'dns'],
    [call(undefined, '', { cause: coded('CERT_HAS_EXPIRED') }), 'tls'],
    [call(undefined, '', { cause: coded('DEPTH_ZERO_SELF_SIGNED_CERT') }), 'tls'],
    [call(undefined, '', { cause: coded('UND_ERR_CONNECT_TIMEOUT') }), 'timeout'],
    [call(200, '', { cause: coded('ECONNRESET') }), 'connectionLost'],
    [new TypeError('terminated', { cause: coded('UND_ERR_SOCKET') }), 'connectionLost'],
    [new TypeError('terminated'), 'connectionLost'],
    [new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED')]) }), 'refused'],
    [new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [call(503, '')] }), 'overloaded'],
    [new FetchRefused('address', 'private'), 'addressRefused'],
    [new FetchRefused('origin', 'elsewhere'), 'redirected'],
    [new FetchFailed('too-large', 'x'), 'tooLarge'],
    [new ProviderStreamError('cut', 'x'), 'cutOff'],
    [new ProviderStreamError('empty', 'x'), 'emptyAnswer'],
    [new ProviderStreamError('html', 'x'), 'notJson'],
    [new ProviderStreamError('timeout', 'x'), 'timeout'],
    [new DOMException('Chunk timeout of 100ms exceeded', 'TimeoutError'), 'stalled'],
    ['First chunk timeout of 100ms exceeded', 'stalled'],
    [new JSONParseError({ text: '<html>', cause: new Error('x') }), 'notJson'],
    [new JSONParseError({ text: '{"a": oops', cause: new Error('x') }), 'badAnswer'],
    [new TypeValidationError({ value: 1, cause: new Error('x') }), 'badAnswer'],
    [{ message: 'Overloaded', type: 'overloaded_error' }, 'overloaded'],
    [{ type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } }, 'rateLimited'],
    [{ message: 'boom', code: 500 }, 'serverError'],
    ['the model runner crashed', 'serverError'],
    [new Error('cannot read properties of undefined'), 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    [42, 'unknown'],
    [{}, 'unknown'],
  ])('%#: %s', (error, name) => {
    expect(classifyProviderError(error).key).toBe(`provider.${name}`);
  });

  test('a defect of ours reveals nothing', () => {
    expect(classifyProviderError(new Error('at /srv/secret/path.ts'))).toEqual({
      key: 'provider.unknown',
      retryable: true,
    });
  });

  test('circular causes terminate', () => {
    const error = new Error('a');
    error.cause = error;
    expect(classifyProviderError(error).key).toBe('provider.unknown');
  });

  test('distinguishes a stall from a stop', () => {
    const keyOf = (reason: unknown) => classifyProviderError(reason).key;
    expect(keyOf(new DOMException('Chunk timeout of 100ms exceeded', 'TimeoutError'))).toBe(
      'provider.stalled',
    );
    expect(keyOf(new DOMException('stopped by Ada', 'AbortError'))).toBe('provider.unknown');
    expect(keyOf(undefined)).toBe('provider.unknown');
  });
});

describe('details', () => {
  test.each([
    [
      'Incorrect API key provided: sk-proj-abc123DEF456. See https://platform.test/keys?x=1#y',
      'Incorrect API key provided: … See https://platform.test/keys',
    ],
    ['Authorization: Bearer abcdefgh was refused', '… was refused'],
    ['key AIzaSyA-1234567890abcdef is wrong', 'key … is wrong'],
    ['masked sk-ab***********yz too', 'masked … too'],
    ['see http://user:pass@host.test/path?token=1', 'see http://host.test/path'],
    ['line one\r\n\u0000line\u202e two\t', 'line one line two'],
    [`id ${'a1'.repeat(30)} end`, 'id … end'],
    ['my own-secret-value here', 'my … here'],
    ['<html><body>no', undefined],
    ['', undefined],
    [{ not: 'text' }, undefined],
  ])('%j', (words, expected) => {
    expect(safeDetail(words, ['own-secret-value', 'x'])).toBe(expected);
  });

  test('are short, and extracted quickly from any input', () => {
    const before = process.cpuUsage();
    expect(safeDetail('word '.repeat(1_000_000))?.length).toBeLessThanOrEqual(300);
    safeDetail(`sk-${'a'.repeat(1_000_000)}`);
    safeDetail('https://'.repeat(200_000));
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test('include the wait the provider requests', () => {
    const error = call(429, said('slow'), { headers: { 'retry-after': '7' } });
    expect(classifyProviderError(error)).toMatchObject({
      retryAfter: 7,
      retryable: true,
      params: { count: 7 },
    });
    const now = Date.parse('2026-11-21T00:00:00Z');
    expect(retryAfterSeconds('Sat, 21 Nov 2026 00:00:30 GMT', now)).toBe(30);
    for (const odd of ['', '-5', 'soon', '999999999', 'Sat, 21 Nov 2020 00:00:30 GMT']) {
      expect(retryAfterSeconds(odd, now)).toBeUndefined();
    }
  });
});

test.each(['en', 'zh-CN'])('every failure has a sentence in %s, without the word "limit"', (language) => {
  const path = new URL(`../../../../shared/locales/${language}/error.json`, import.meta.url);
  const sentences: Record<string, string> = JSON.parse(readFileSync(path, 'utf8')).provider;
  const names = new Set(Object.keys(sentences).map((key) => key.replace(/_(one|other)$/, '')));
  expect([...names].toSorted()).toEqual([...providerErrorNames].toSorted());
  for (const sentence of Object.values(sentences)) expect(sentence).not.toMatch(/limit/i);
});
