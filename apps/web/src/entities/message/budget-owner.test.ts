import { describe, expect, it } from 'vitest';
import { asSeenBy } from './budget-owner.ts';

const error = {
  key: 'budgetSpent',
  params: { scope: 'user', renewsAt: '2026-12-01T00:00:00.000Z', userId: 7 },
  retryable: false,
};
const messages = [{ author: null }, { author: { id: 7, name: 'Ada', avatar: '' } }];

describe('asSeenBy', () => {
  it('leaves a budget "yours" to whose it is', () => {
    expect(asSeenBy(7, error, messages)).toBe(error);
  });

  it('names whose it is to others', () => {
    expect(asSeenBy(8, error, messages).params).toMatchObject({ scope: 'other', name: 'Ada' });
  });

  it('says that it is the asker’s where the name is not known', () => {
    expect(asSeenBy(8, error, []).params).toMatchObject({ scope: 'someone' });
  });

  it('leaves the budgets of teams and apps, and other errors', () => {
    const team = { ...error, params: { ...error.params, scope: 'team' } };
    expect(asSeenBy(8, team, messages)).toBe(team);
    const other = { key: 'internal', retryable: true };
    expect(asSeenBy(8, other, messages)).toBe(other);
  });
});
