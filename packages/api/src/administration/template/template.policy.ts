import type { TeamRole } from '@tandem/shared/team/schema';
import type { TemplateGroup } from '@tandem/shared/template/schema';
import { isAdministrator, isFullMember } from '../../identity/team/team.policy.ts';

export type TemplateAction = 'template.view' | 'template.choose' | 'template.remove';

/** The owner of a template. Built-in ones have none. */
export interface TemplateFacts {
  group: TemplateGroup;
  creatorId: number | null;
}

/**
 * Abilities of a member on a template. Built-in ones are for everyone and cannot be removed. A team's own are
 * for its full members, and removed by their creator or administrators. Guests see only what was shared with
 * them, and templates cannot be shared.
 */
export function mayOnTemplate(
  { group, creatorId }: TemplateFacts,
  { userId, role }: { userId: number; role: TeamRole },
  action: TemplateAction,
): boolean {
  if (group === 'tandem')
    return action === 'template.view' || (action === 'template.choose' && isFullMember(role));
  if (!isFullMember(role)) return false;
  return action !== 'template.remove' || creatorId === userId || isAdministrator(role);
}
