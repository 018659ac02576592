import {
  createMcpServerSchema,
  oneMcpServerSchema,
  setMcpToolSchema,
  updateMcpServerSchema,
} from '@tandem/shared/mcp/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import {
  createServer,
  listServers,
  listTools,
  refreshServer,
  removeServer,
  setTool,
  updateServerOf,
} from './manage.ts';

/** Servers of tools that the current team's administrators allowed. */
export const mcpRouter = router({
  list: procedure
    .guarded(emptyInput, teamRule('mcp.list', isAdministrator))
    .query(({ ctx }) => listServers(ctx, ctx.team.teamId)),

  tools: procedure
    .guarded(oneMcpServerSchema, teamRule('mcp.tools', isAdministrator))
    .query(({ ctx, input }) => listTools(ctx, ctx.team.teamId, input.serverId)),

  create: procedure
    .guarded(createMcpServerSchema, teamRule('mcp.create', isAdministrator))
    .mutation(({ ctx, input }) => createServer(ctx, ctx.team.teamId, input)),

  update: procedure
    .guarded(updateMcpServerSchema, teamRule('mcp.update', isAdministrator))
    .mutation(({ ctx, input }) => updateServerOf(ctx, ctx.team.teamId, input)),

  remove: procedure
    .guarded(oneMcpServerSchema, teamRule('mcp.remove', isAdministrator))
    .mutation(({ ctx, input }) => removeServer(ctx, ctx.team.teamId, input.serverId)),

  refresh: procedure
    .guarded(oneMcpServerSchema, teamRule('mcp.refresh', isAdministrator))
    .mutation(({ ctx, input }) => refreshServer(ctx, ctx.team.teamId, input.serverId)),

  setTool: procedure
    .guarded(setMcpToolSchema, teamRule('mcp.setTool', isAdministrator))
    .mutation(({ ctx, input }) => setTool(ctx, ctx.team.teamId, input)),
});
