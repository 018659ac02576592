import { exportAuditSchema } from '@tandem/shared/audit/schema';
import type * as z from 'zod';
import { type RestRow, rawRow } from '../../core/rest/row.ts';
import { exportAudit } from './export.ts';
import { auditRule } from './list.ts';

const exporting = auditRule<z.output<typeof exportAuditSchema>>('audit.export');

export const auditRows: RestRow[] = [
  rawRow.guarded(exporting, {
    verb: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The audit log as JSON lines, newest first',
    input: exportAuditSchema,
    handle: (ctx, input) => exportAudit(ctx, ctx.log, input, () => exporting.check(ctx, input)),
  }),
];
