import { type ScheduleWithToken, scheduleIdSchema } from '@tandem/shared/schedule/schema';
import * as z from 'zod';
import { envelope } from '../../core/rest/dispatch.ts';
import { Download, type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { callWebhook } from './webhook.ts';

const inputSchema = z.strictObject({
  id: scheduleIdSchema,
  token: z.string().min(1).max(100).optional(),
  /** The body as it came. */
  content: z.string().optional(),
});

const rename = { id: 'channelId' };

/** A schedule with the address of its webhook, where that is new. */
const withAddress = ({ schedule, webhookPath }: ScheduleWithToken) => ({ ...schedule, webhookPath });

/** What an answer tells of a schedule and nobody sets, so that one can be put back. */
const told = [
  ...['id', 'channelId', 'maker', 'isPaused', 'pausedFor', 'lastRunAt', 'nextRunAt', 'lastRun', 'lastError'],
  ...['createdAt', 'abilities', 'webhookPath'],
];

export const scheduleRows: RestRow[] = [
  row({
    verb: 'GET',
    path: '/api/channelAgent/{id}/agent-schedules',
    summary: 'Schedules of an agent’s channel, oldest first, with the last run of each; `cursor` goes on',
    calls: 'schedule.list',
    rename,
  }),
  row<ScheduleWithToken>({
    verb: 'POST',
    path: '/api/channelAgent/{id}/agent-schedules',
    summary:
      'Makes a schedule, whose runs have the rights and budgets of its maker. `webhookPath` is the address of a webhook with its secret, and told this once',
    calls: 'schedule.create',
    rename,
    output: withAddress,
  }),
  row<ScheduleWithToken>({
    verb: 'PUT',
    path: '/api/channelAgent/{id}/agent-schedules/{scheduleId}',
    summary:
      'Changes what is named of a schedule, and makes the caller its maker; `webhookPath` is null unless its webhook has a new secret',
    calls: 'schedule.update',
    rename,
    ignore: told,
    output: withAddress,
  }),
  row({
    verb: 'DELETE',
    path: '/api/channelAgent/{id}/agent-schedules/{scheduleId}',
    summary: 'Removes a schedule; runs that it started stay',
    calls: 'schedule.remove',
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/channelAgent/{id}/agent-schedules/{scheduleId}/paused',
    summary: 'Pauses a schedule, or resumes it with "isPaused": false; whoever resumes one becomes its maker',
    calls: 'schedule.setPaused',
    rename,
  }),
  row<ScheduleWithToken>({
    verb: 'POST',
    path: '/api/channelAgent/{id}/agent-schedules/{scheduleId}/rotate',
    summary: 'Makes a new secret for a webhook; the one before is worthless. The caller becomes its maker',
    calls: 'schedule.rotate',
    rename,
    output: withAddress,
  }),
  row({
    verb: 'POST',
    path: '/api/channelAgent/{id}/agent-schedules/{scheduleId}/start',
    summary:
      'Starts the task of a schedule once, as the caller, and answers the run; also of one that is paused',
    calls: 'schedule.runNow',
    rename,
  }),
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
