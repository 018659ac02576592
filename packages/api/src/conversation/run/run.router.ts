import {
  forkRunSchema,
  listRunsSchema,
  pageRunsSchema,
  runSchema,
  startRunSchema,
} from '@tandem/shared/agent/run';
import { agentRule } from '../../agent/files/agent.rules.ts';
import { listRuns, pageRuns } from '../../agent/run/list.ts';
import { readRunDetail } from '../../agent/run/read.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { forkRun } from './fork.ts';
import { goOn } from './go-on.ts';
import { stopRule } from './run.rules.ts';
import { startRun } from './start.ts';
import { stopRun } from './stop.ts';

export const runRouter = router({
  list: procedure
    .guarded(listRunsSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => listRuns(ctx.db, input)),

  /** The same by numbered pages. */
  page: procedure
    .guarded(pageRunsSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => pageRuns(ctx.db, input)),

  get: procedure
    .guarded(runSchema, agentRule('channel.view'))
    .query(({ ctx, input }) => readRunDetail(ctx.db, input.channelId, input.runId)),

  start: procedure
    .guarded(startRunSchema, agentRule('channel.ask'))
    .mutation(({ ctx, input }) => startRun(ctx, ctx.channel, input)),

  goOn: procedure
    .guarded(runSchema, agentRule('channel.ask'))
    .mutation(({ ctx, input }) => goOn(ctx, ctx.channel, input)),

  /** Makes a new agent's channel below of what a step left. */
  fork: procedure
    .guarded(forkRunSchema, agentRule('channel.createChild'))
    .mutation(({ ctx, input }) => forkRun(ctx, ctx.channel, input)),

  stop: procedure.guarded(runSchema, stopRule).mutation(({ ctx, input }) => stopRun(ctx, ctx.channel, input)),
});
