import type { Find } from '@tandem/shared/search/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import { channelFor } from '../../access/policy/access.rules.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { teamRule } from '../../identity/team/team.service.ts';

/**
 * Guards searching: anyone in their current team, and a channel that is named must be one they see there.
 * Its check throws `notFound`.
 */
export function findRule(): AccessRule<Find, { team: { teamId: string; role: TeamRole } }> {
  const { action, check } = teamRule<Find>('search.find');
  return {
    action,
    async check(ctx, input) {
      const { team } = await check(ctx, input);
      if (input.channelId === undefined) return { team };
      const channel = await channelFor(ctx.db, ctx.actor, input.channelId, 'channel.view');
      if (channel.teamId !== team.teamId) throw new AppError('notFound');
      return { team };
    },
  };
}
