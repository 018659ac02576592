import { exportAuditSchema } from '@tandem/shared/audit/schema';
import { notSignedIn } from '../../core/errors.ts';
import { type RestRow, rawRow } from '../../core/rest/row.ts';
import { isUserContext } from '../../core/trpc/access.ts';
import { exportAudit } from './export.ts';
import { auditRule } from './list.ts';

export const auditRows: RestRow[] = [
  rawRow({
    verb: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The audit log as JSON lines, newest first',
    access: { kind: 'action', action: 'audit.export' },
    input: exportAuditSchema,
    async handle(ctx, input) {
      if (!isUserContext(ctx)) throw notSignedIn(ctx.actor);
      const judge = () => auditRule('audit.export').check(ctx, input);
      const { log } = await judge();
      return exportAudit(ctx, log, input, judge);
    },
  }),
];
