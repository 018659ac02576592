import { errorCatalogue } from '@tandem/shared/error/catalogue';
import error from '@tandem/shared/locales/zh-CN/error.json';
import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeEnd, describeError, isGone, isUnauthorised, RequestError } from './errors.ts';

beforeAll(async () => {
  await i18n.init({ lng: 'zh-CN', ns: ['error'], resources: { 'zh-CN': { error } } });
});

function refused(code: number, params = {}) {
  return new RequestError(400, { code, msg: 'in the language of the server', params });
}

describe('error sentences', () => {
  it('are in the page’s language, by code and params', () => {
    const { code } = errorCatalogue.tooManyRequests;
    const sentence = describeError(refused(code, { seconds: 42 }));
    expect(sentence).toContain('42');
    expect(sentence).toMatch(/[\u4e00-\u9fff]/);
  });

  it('are complete for an answer that ended', () => {
    const params = { scope: 'user', renewsAt: '2026-12-01T00:00:00.000Z' };
    const sentence = describeEnd({ key: 'budgetSpent', params }, '');
    expect(sentence).toContain(error.budgetOf.user);
    expect(sentence).not.toMatch(/\$t|\{\{/);
    // Others are told no more of a person's budget than that it is used up.
    expect(describeEnd({ key: 'budgetOf.someone' }, '')).toBe(error.budgetOf.someone);
  });

  it('are the server’s own for a code the page does not know', () => {
    expect(describeError(refused(49_999))).toBe('in the language of the server');
  });

  it('distinguish a missing thing from an ended session', () => {
    expect(isGone(new RequestError(404, { code: 40400 }))).toBe(true);
    expect(isGone(new RequestError(400, { code: 40001 }))).toBe(false);
    expect(isUnauthorised(new RequestError(401, { code: 40100 }))).toBe(true);
    expect(isUnauthorised(new Error('x'))).toBe(false);
  });
});
