import { listAuditSchema } from '@tandem/shared/audit/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { auditRule, listAudit } from './list.ts';

export const auditRouter = router({
  list: procedure
    .guarded(listAuditSchema, auditRule('audit.list'))
    .query(({ ctx, input }) => listAudit(ctx, ctx.log, input)),
});
