import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { operatorRule } from '../../identity/team/team.service.ts';
import { sandboxState } from './state.ts';

export const sandboxRouter = router({
  /** How commands of agents are held apart from this server; the first call tries what the machine offers. */
  get: procedure
    .guarded(emptyInput, operatorRule('setting.get'))
    .query(({ ctx }) => sandboxState(ctx.platform)),
});
