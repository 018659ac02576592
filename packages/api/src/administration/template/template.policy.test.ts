import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import { describe, expect, it } from 'vitest';
import { mayOnTemplate } from './template.policy.ts';

const mine = { group: 'team', creatorId: 1 } as const;
const theirs = { group: 'team', creatorId: 2 } as const;
const builtin = { group: 'tandem', creatorId: null } as const;

describe('templates', () => {
  const table: [TeamRole, view: boolean, removeMine: boolean, removeTheirs: boolean][] = [
    ['owner', true, true, true],
    ['admin', true, true, true],
    ['member', true, true, false],
    ['guest', false, false, false],
  ];
  it.each(table)('a %s sees the team’s: %s, removes their own: %s, others’: %s', (role, ...may) => {
    const reader = { userId: 1, role };
    expect([
      mayOnTemplate(theirs, reader, 'template.view'),
      mayOnTemplate(mine, reader, 'template.remove'),
      mayOnTemplate(theirs, reader, 'template.remove'),
    ]).toEqual(may);
  });

  it('built-in ones are seen by everyone and removed by nobody', () => {
    for (const role of teamRoles) {
      expect(mayOnTemplate(builtin, { userId: 1, role }, 'template.view')).toBe(true);
      expect(mayOnTemplate(builtin, { userId: 1, role }, 'template.remove')).toBe(false);
      // Guests would be refused, and are not offered it.
      for (const template of [builtin, theirs])
        expect(mayOnTemplate(template, { userId: 1, role }, 'template.choose')).toBe(role !== 'guest');
    }
  });
});
