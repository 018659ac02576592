import type { OfferedTool } from '@tandem/shared/assistant/schema';
import { describeTools, toolNames } from '../../ai/tools/tools.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { roleIn } from '../../identity/team/team.service.ts';
import { listTeamTools } from '../mcp/mcp.service.ts';

/**
 * Lists tools a person may give to a team's assistants: built-in ones, then those of the team's MCP servers,
 * which use the team's access and so are not for guests.
 */
export async function listTools(
  { db, actor }: Pick<UserContext, 'db' | 'actor'>,
  teamId: string,
): Promise<OfferedTool[]> {
  const builtIn = describeTools(toolNames).map(({ name, description }) => ({
    ...{ id: name, name, description },
    source: '',
    needsApproval: false,
  }));
  if (!isFullMember(await roleIn(db, actor, teamId))) return builtIn;
  const outside = (await listTeamTools(db, teamId)).map(
    ({ key, title, description, serverName, needsApproval }) => ({
      ...{ id: key, name: title, description },
      source: serverName,
      needsApproval,
    }),
  );
  return [...builtIn, ...outside];
}

/**
 * Refuses tools that the team lacks or the actor may not use. One the assistant has already may stay after
 * its removal.
 * @throws AppError `notFound`
 */
export async function assertTools(
  ctx: Pick<UserContext, 'db' | 'actor'>,
  teamId: string,
  tools: readonly string[],
  held: readonly string[] = [],
): Promise<void> {
  const added = tools.filter((id) => !held.includes(id));
  if (added.length === 0) return;
  const offered = new Set((await listTools(ctx, teamId)).map(({ id }) => id));
  if (added.some((id) => !offered.has(id))) throw new AppError('notFound');
}
