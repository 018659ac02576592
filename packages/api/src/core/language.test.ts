import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { describeError } from './language.ts';

describe('describeError', () => {
  const error = (scope: string) =>
    new AppError('budgetSpent', { scope, renewsAt: '2026-12-01T00:00:00.000Z' });

  it('says whose budget is used up and when it renews', () => {
    expect(describeError(error('team'), 'en').msg).toMatch(
      /^The team’s budget is used up\. It renews on December 1, 2026.* UTC\.$/,
    );
    expect(describeError(error('user'), 'zh-CN').msg).toContain('您的预算');
    expect(describeError(error('user'), 'zh-CN').msg).toContain('2026年12月1日');
  });
});
