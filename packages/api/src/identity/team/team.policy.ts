import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';

/** Owners and admins: spaces and, in the installation's first team, the installation itself. */
export function isAdministrator(role: TeamRole): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a role is a full member's; guests have only what was shared with them. */
export function isFullMember(role: TeamRole): boolean {
  return role !== 'guest';
}

/** Roles a person may invite to: none above their own, and only administrators invite to a team. */
export function invitableRoles(role: TeamRole): TeamRole[] {
  return isAdministrator(role) ? teamRoles.slice(teamRoles.indexOf(role)) : [];
}

/**
 * Roles whose open invitations stay valid when their inviter has this role: members still share with guests.
 */
export function vouchableRoles(role: TeamRole): TeamRole[] {
  if (role === 'guest') return [];
  return role === 'member' ? ['guest'] : invitableRoles(role);
}

/** Two people of one team, one of whom wants to change the other's role. */
export interface Colleagues {
  actor: TeamRole;
  other: TeamRole;
  isSelf: boolean;
}

/** Roles one may give the other: only owners change owners, and nobody promotes themselves. */
export function assignableRoles({ actor, other, isSelf }: Colleagues): TeamRole[] {
  if (!isAdministrator(actor) || (actor !== 'owner' && other === 'owner')) return [];
  return isSelf ? teamRoles.slice(teamRoles.indexOf(other)) : invitableRoles(actor);
}

/** Whether one may suspend or remove the other. To remove oneself, one leaves. */
export function mayDismiss({ actor, other, isSelf }: Colleagues): boolean {
  return !isSelf && isAdministrator(actor) && (actor === 'owner' || other !== 'owner');
}
