import { errorCatalogue } from '@tandem/shared/error/catalogue';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError, toAppError } from './errors.ts';
import { describeError, languageFor } from './language.ts';

describe('toAppError', () => {
  const zodError = z.strictObject({ name: z.string() }).safeParse({ name: 1 }).error;
  it.each([
    ['our own', new AppError('forbidden'), 'forbidden'],
    [
      'our own, wrapped by tRPC',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new AppError('notFound') }),
      'notFound',
    ],
    ['an input error', zodError, 'invalidInput'],
    [
      'an input error, wrapped by tRPC',
      new TRPCError({ code: 'BAD_REQUEST', cause: zodError }),
      'invalidInput',
    ],
    ['a missing procedure', new TRPCError({ code: 'NOT_FOUND' }), 'notFound'],
    ['a closed database', Object.assign(new Error('terminating'), { code: '57P01' }), 'unavailable'],
    ['a host that is gone', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'unavailable'],
    ['a network that is gone', Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' }), 'unavailable'],
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable'],
    ['a bug', new TypeError('x is not a function'), 'internal'],
    ['something odd', 'text', 'internal'],
  ])('recognises %s', (_what, thrown, key) => {
    expect(toAppError(thrown).key).toBe(key);
  });
});

describe('describeError', () => {
  it('names the field and the reason in the reader’s language', () => {
    const { error } = z.strictObject({ name: z.string().max(3) }).safeParse({ name: 'long' });
    const described = describeError(new AppError('invalidInput', {}, error), 'en');
    expect(described).toMatchObject({ code: 40001, status: 400 });
    expect(described.msg).toContain('name');
    expect(describeError(new AppError('invalidInput', {}, error), 'zh-CN').msg).toMatch(/\p{Script=Han}/u);
  });

  it('never shows the message of an unexpected error', () => {
    const described = describeError(toAppError(new Error('password=hunter2')), 'en');
    expect(JSON.stringify(described)).not.toContain('hunter2');
  });

  it('has a sentence and a unique number for every error', () => {
    const keys = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[];
    const codes = keys.map((key) => errorCatalogue[key].code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const key of keys)
      for (const language of ['en', 'zh-CN'] as const)
        expect(describeError(new AppError(key), language).msg, `${language} ${key}`).not.toBe(key);
  });

  it('reserves the word "limit" for true limits, since clients rewrite sentences with it', () => {
    const keys = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[];
    for (const key of keys) {
      if (errorCatalogue[key].status === 429) continue;
      expect(describeError(new AppError(key), 'en').msg.toLowerCase(), key).not.toContain('limit');
    }
  });
});

describe('languageFor', () => {
  it.each([
    [undefined, 'en'],
    ['zh-TW,en;q=0.8', 'zh-CN'],
    ['en-GB;q=0.5, zh;q=0.9', 'zh-CN'],
    ['fr, en;q=0.1', 'en'],
    ['fr', 'en'],
    ['zh;q=0, en', 'en'],
    [';;;,q=', 'en'],
  ])('%s → %s', (header, language) => {
    expect(languageFor(header)).toBe(language);
  });
});
