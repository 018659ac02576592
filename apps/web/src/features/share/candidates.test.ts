import type { TeamUser } from '@tandem/shared/team/schema';
import { describe, expect, it } from 'vitest';
import { candidatesFor } from './candidates.ts';

const user = (id: number, name: string): TeamUser => ({
  id,
  name,
  avatar: '',
  email: `${name.split(' ')[0]?.toLowerCase()}@example.test`,
  role: 'member',
});
const users = [user(1, 'Bo Adams'), user(2, 'Ada Byron'), user(3, 'Carl Stone')];
const keysOf = (query: string, mayInvite = true, picked: string[] = []) =>
  candidatesFor({
    users,
    query,
    mayInvite,
    picked: picked.map((key) => ({ key, name: key, email: key, avatar: '' })),
  }).map(({ key }) => key);

describe('candidates for sharing', () => {
  it.each([
    ['', ['2', '1', '3']],
    ['ada', ['2', '1']],
    ['  STONE ', ['3']],
    ['carl@', ['3']],
    ['nobody', []],
    ['new@example.test', ['new@example.test']],
    ['ADA@example.test', ['2']],
  ])('match “%s”', (query, keys) => {
    expect(keysOf(query)).toEqual(keys);
  });

  it('leave out people already picked, and outsiders where nobody may be invited', () => {
    expect(keysOf('', true, ['2'])).toEqual(['1', '3']);
    expect(keysOf('new@example.test', true, ['new@example.test'])).toEqual([]);
    expect(keysOf('new@example.test', false)).toEqual([]);
  });
});
