import { exportRunSchema } from '@tandem/shared/agent/run';
import type { Message } from '@tandem/shared/message/schema';
import type { Page } from '@tandem/shared/pagination/schema';
import { agentPathRule } from '../../agent/files/agent.rules.ts';
import { exportRun } from '../../agent/run/export.ts';
import { type RestRow, rawRow, row } from '../../core/rest/row.ts';
import { presentHistory } from '../message/legacy.ts';

const rename = { id: 'channelId' };

export const runRows: RestRow[] = [
  row({
    verb: 'POST',
    path: '/api/channelAgent/{id}/start',
    summary: 'Gives an agent a task and answers its run at once; it is queued while another goes on',
    calls: 'run.start',
    rename,
  }),
  row({
    verb: 'PUT',
    path: '/api/channelAgent/{id}/agent-runs/{runId}/stop',
    summary: 'Stops a run; one that has ended stays as it is',
    calls: 'run.stop',
    rename,
  }),
  row<Page<Message>>({
    verb: 'GET',
    path: '/api/channelAgent/{id}/history',
    summary: 'Messages of an agent’s channel, the newest page first, oldest first within a page',
    calls: 'message.history',
    rename,
    output: presentHistory,
  }),
  row({
    verb: 'GET',
    path: '/api/channelAgent/{id}/agent-runs',
    summary: 'Runs of an agent’s channel, newest first, with those that are queued',
    calls: 'run.page',
    rename,
  }),
  row({
    verb: 'GET',
    path: '/api/channelAgent/{id}/agent-runs/{runId}',
    summary: 'A run with its steps and the calls of each',
    calls: 'run.get',
    rename,
  }),
  rawRow.guarded(agentPathRule('channel.view'), {
    verb: 'GET',
    path: '/api/channelAgent/{id}/agent-runs/{runId}/export',
    summary:
      'A run as a zip archive: its steps with their calls and results in Markdown and in JSON, and the files as `step` left them, by default the last',
    input: exportRunSchema,
    handle: (ctx, { runId, step }) => exportRun(ctx, ctx.channel, { runId, step }),
  }),
  row({
    verb: 'POST',
    path: '/api/channelAgent/{id}/agent-runs/{runId}/fork',
    summary: 'Makes an agent’s channel of the conversation and the files as a step of a run left them',
    calls: 'run.fork',
    rename,
  }),
];
