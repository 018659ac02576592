import type { TeamRole } from '@tandem/shared/team/schema';
import { isAdministrator, isFullMember } from '../../identity/team/team.policy.ts';

/** The roles for each action on a space; every action needs a space that the person sees. */
export const spaceActions = {
  'space.view': () => true,
  'space.createApp': isFullMember,
  'space.manage': isAdministrator,
} as const satisfies Record<string, (role: TeamRole) => boolean>;
export type SpaceAction = keyof typeof spaceActions;

/** Whether `role` may do `action`. */
export function mayOnSpace(role: TeamRole, action: SpaceAction): boolean {
  return spaceActions[action](role);
}
