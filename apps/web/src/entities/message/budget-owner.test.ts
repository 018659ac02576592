import { describe, expect, it } from 'vitest';
import { asSeenBy } from './budget-owner.ts';

const error = {
  key: 'budgetSpent',
  params: { scope: 'user', renewsAt: '2026-12-01T00:00:00.000Z', userId: 7 },
  retryable: false,
};
const messages = [{ author: null }, { author: { id: 7, name: 'Ada', avatar: '' } }];

describe('asSeenBy', () => {
  it('leaves "your budget" to its owner', () => {
    expect(asSeenBy(7, error, messages)).toBe(error);
  });

  it('names the owner to others', () => {
    expect(asSeenBy(8, error, messages).params).toMatchObject({ scope: 'other', name: 'Ada' });
  });

  it('says that it is the asker’s where the name is unknown', () => {
    expect(asSeenBy(8, error, []).params).toMatchObject({ scope: 'someone' });
  });

  it('leaves budgets of teams and apps, and other errors, alone', () => {
    const team = { ...error, params: { ...error.params, scope: 'team' } };
    expect(asSeenBy(8, team, messages)).toBe(team);
    const other = { key: 'internal', retryable: true };
    expect(asSeenBy(8, other, messages)).toBe(other);
  });
});
