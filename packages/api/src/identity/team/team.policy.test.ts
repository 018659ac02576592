import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';
import { describe, expect, it } from 'vitest';
import { assignableRoles, invitableRoles, mayDismiss, vouchableRoles } from './team.policy.ts';

const notOwner: TeamRole[] = ['admin', 'member', 'guest'];
const all = [...teamRoles];

describe('roles', () => {
  it.each<[TeamRole, TeamRole[]]>([
    ['owner', all],
    ['admin', notOwner],
    ['member', []],
    ['guest', []],
  ])('%s invites to %j', (role, invitable) => {
    expect(invitableRoles(role)).toEqual(invitable);
  });

  it('invitations survive their inviter’s demotion only if they could still be made', () => {
    expect(teamRoles.map(vouchableRoles)).toEqual([all, notOwner, ['guest'], []]);
  });

  const table: [TeamRole, TeamRole, TeamRole[], boolean][] = [
    ['owner', 'owner', all, true],
    ['owner', 'admin', all, true],
    ['owner', 'guest', all, true],
    ['admin', 'owner', [], false],
    ['admin', 'admin', notOwner, true],
    ['admin', 'member', notOwner, true],
    ['admin', 'guest', notOwner, true],
    ['member', 'guest', [], false],
    ['member', 'owner', [], false],
    ['guest', 'guest', [], false],
  ];
  it.each(table)('%s gives %s: %j, removes members: %s', (actor, other, roles, dismisses) => {
    expect(assignableRoles({ actor, other, isSelf: false })).toEqual(roles);
    expect(mayDismiss({ actor, other, isSelf: false })).toBe(dismisses);
  });

  it('nobody promotes or removes themselves', () => {
    for (const role of teamRoles) {
      const self = { actor: role, other: role, isSelf: true };
      expect(mayDismiss(self)).toBe(false);
      for (const given of assignableRoles(self))
        expect(teamRoles.indexOf(given)).toBeGreaterThanOrEqual(teamRoles.indexOf(role));
    }
  });
});
