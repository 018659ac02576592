import type { TeamRole } from '@tandem/shared/team/schema';

/** Owners and admins: spaces and, in the installation's first team, the installation itself. */
export function isAdministrator(role: TeamRole): boolean {
  return role === 'owner' || role === 'admin';
}

/** Everyone but guests, who have what they were granted and nothing else. */
export function isFullMember(role: TeamRole): boolean {
  return role !== 'guest';
}
