import { type TeamRole, teamRoles } from '@tandem/shared/team/schema';

/** Owners and admins: spaces and, in the installation's first team, the installation itself. */
export function isAdministrator(role: TeamRole): boolean {
  return role === 'owner' || role === 'admin';
}

/** Everyone but guests, who have what they were granted and nothing else. */
export function isFullMember(role: TeamRole): boolean {
  return role !== 'guest';
}

/** Roles to which a person may invite: no higher one than their own, and nobody below admin invites to a team. */
export function invitableRoles(role: TeamRole): TeamRole[] {
  return isAdministrator(role) ? teamRoles.slice(teamRoles.indexOf(role)) : [];
}

/** Roles whose open invitations stand when their inviter has this one: members still share with guests. */
export function vouchableRoles(role: TeamRole): TeamRole[] {
  if (role === 'guest') return [];
  return role === 'member' ? ['guest'] : invitableRoles(role);
}

/** Two people of one team, one of whom wants to change what the other is there. */
export interface Colleagues {
  actor: TeamRole;
  other: TeamRole;
  isSelf: boolean;
}

/** Roles that one may give the other: only owners make or touch owners, and nobody raises themselves. */
export function assignableRoles({ actor, other, isSelf }: Colleagues): TeamRole[] {
  if (!isAdministrator(actor) || (actor !== 'owner' && other === 'owner')) return [];
  return isSelf ? teamRoles.slice(teamRoles.indexOf(other)) : invitableRoles(actor);
}

/** Whether one may suspend or remove the other. Oneself one does not: there is leaving. */
export function mayDismiss({ actor, other, isSelf }: Colleagues): boolean {
  return !isSelf && isAdministrator(actor) && (actor === 'owner' || other !== 'owner');
}
