import { scheduleIdSchema } from '@tandem/shared/schedule/schema';
import * as z from 'zod';
import { envelope } from '../../core/rest/dispatch.ts';
import { Download, type RestRow, rawRow } from '../../core/rest/row.ts';
import { callWebhook } from './webhook.ts';

const inputSchema = z.strictObject({
  id: scheduleIdSchema,
  token: z.string().min(1).max(100).optional(),
  /** The body as it came. */
  content: z.string().optional(),
});

export const scheduleRows: RestRow[] = [
  rawRow.public('programs without an account call it; the secret of the schedule lets them in', {
    verb: 'POST',
    path: '/api/agentWebhook/{id}',
    summary:
      'Starts a schedule by its webhook: the secret goes into `token` of the query or the header `X-Webhook-Token`, and a body of any kind, 64 kB at most, goes along as data. Answers 202 with `runId`, 404 for a wrong secret, 410 while it is paused',
    takesAny: true,
    input: inputSchema,
    async handle(ctx, { id, token, content = '' }, http) {
      const secret = token ?? http.header('x-webhook-token') ?? '';
      const started = await callWebhook(ctx, { scheduleId: id, token: secret, content });
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
      return new Download(202, headers, Buffer.from(JSON.stringify(envelope(started))));
    },
  }),
];
