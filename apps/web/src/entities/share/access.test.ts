import type { AccessList, AccessPerson } from '@tandem/shared/grant/schema';
import { describe, expect, it } from 'vitest';
import { type AccessPages, uselessFor, withoutPerson, withPending, withPeople } from './access.ts';

const person = (id: number, values: Partial<AccessPerson> = {}): AccessPerson => ({
  id,
  name: `Person ${id}`,
  avatar: '',
  email: `${id}@example.test`,
  role: 'member',
  level: 'view',
  source: { kind: 'grant' },
  own: 'view',
  abilities: { set: true, remove: true },
  ...values,
});
const page = (list: AccessPerson[]): AccessList => ({
  target: { kind: 'app', id: 'a', name: 'App', icon: '', visibility: 'private', permission: 'edit' },
  team: 'none',
  inherited: null,
  list,
  nextCursor: null,
  pending: [{ invitationId: 'i', email: 'b@example.test', permission: 'view', link: '' }],
  abilities: { manage: true, invite: true },
});
const held: AccessPages = {
  pages: [page([person(1), person(2)]), page([person(3)])],
  pageParams: [null, 'x'],
};
const idsOf = ({ pages }: AccessPages) => pages.map(({ list }) => list.map(({ id }) => id));

describe('the access list', () => {
  it('updates people in place, and puts new ones first', () => {
    const next = withPeople(held, [person(3, { level: 'edit' }), person(4)]);
    expect(idsOf(next)).toEqual([[4, 1, 2], [3]]);
    expect(next.pages[1]?.list[0]?.level).toBe('edit');
    expect(idsOf(held)).toEqual([[1, 2], [3]]);
  });

  it('removes a person from any page', () => {
    expect(idsOf(withoutPerson(held, 3))).toEqual([[1, 2], []]);
  });

  it('lists each invited address once, in order', () => {
    const next = withPending(held, [
      { invitationId: 'i', email: 'b@example.test', permission: 'edit', link: '' },
      { invitationId: 'j', email: 'a@example.test', permission: 'view', link: '' },
    ]);
    expect(next.pages[0]?.pending.map(({ email, permission }) => [email, permission])).toEqual([
      ['a@example.test', 'view'],
      ['b@example.test', 'edit'],
    ]);
  });
});

describe('the reason why access would give a person nothing', () => {
  it.each([
    [
      'what they have from above, and less',
      person(1, { level: 'edit', source: { kind: 'inherited' }, own: null }),
      ['view', 'comment', 'edit'],
    ],
    [
      'but their own grant stays to be seen',
      person(1, { level: 'edit', source: { kind: 'team' }, own: 'view' }),
      ['comment', 'edit'],
    ],
    ['nothing of what a grant here gives', person(1, { level: 'edit', own: 'edit' }), []],
  ])('is %s', (_what, who, useless) => {
    expect(uselessFor(who)).toEqual(useless);
  });
});
