import * as z from 'zod';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';

/** A page that fails over and over must not fill the log. */
const REPORTS = { name: 'client.report', max: 30, windowSeconds: 60 } as const;

const reportSchema = z.strictObject({
  message: z.string().max(2_000),
  stack: z.string().max(8_000).optional(),
  path: z.string().max(500).optional(),
});

export const systemRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/system/setting',
    summary: 'What a client must know before signing in',
    calls: 'system.setting',
  }),
  rawRow.public('the sign-in page can fail too; limited per person or address', {
    verb: 'POST',
    path: '/api/report',
    summary: "Reports a failure of a client to the server's log",
    input: reportSchema,
    async handle(ctx, report) {
      await limitByActor(ctx, REPORTS);
      ctx.log.error({ report }, 'client reported a failure');
      return null;
    },
  }),
];
