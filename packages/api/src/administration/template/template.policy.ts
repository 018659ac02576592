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
 * What a member of the team may do with a template: what comes along is for everyone, and stays; a team's own is for
 * its full members, and is removed by who made it or by administrators. Full members have copies made. Guests have what
 * they were granted, and templates are granted to nobody.
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
