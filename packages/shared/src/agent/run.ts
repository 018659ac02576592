import * as z from 'zod';
import { messageWordsSchema } from '../message/schema.ts';
import { pageRequestSchema } from '../pagination/schema.ts';
import { displayNameSchema } from '../user/schema.ts';
import { agentIdSchema, agentModeSchema } from './schema.ts';

export const startRunSchema = z.strictObject({
  channelId: agentIdSchema,
  task: messageWordsSchema.refine((task) => task.trim() !== '', { params: { key: 'messageEmpty' } }),
  /** By default the channel's. */
  mode: agentModeSchema.optional(),
  modelId: z.uuid().optional(),
  clientKey: z.uuid().optional(),
});
export type StartRun = z.output<typeof startRunSchema>;

export const runSchema = z.strictObject({ channelId: agentIdSchema, runId: z.uuid() });
export type RunOf = z.output<typeof runSchema>;

/** Exports a run with the files as a step left them, by default its last. */
export const exportRunSchema = z.strictObject({
  id: agentIdSchema,
  runId: z.uuid(),
  /** The `index` of the step. */
  step: z.coerce.number<string | number>().int().min(0).max(1_000_000).optional(),
});

/** Makes a new channel of the conversation and the files as a step of a run left them. */
export const forkRunSchema = z.strictObject({
  channelId: agentIdSchema,
  runId: z.uuid(),
  /** The `index` of the step. */
  step: z.int().min(0).max(1_000_000),
  name: displayNameSchema.optional(),
  clientKey: z.uuid().optional(),
});
export type ForkRun = z.output<typeof forkRunSchema>;

export const listRunsSchema = z.strictObject({
  channelId: agentIdSchema,
  cursor: z.string().max(1_000).optional(),
  limit: z.int().min(1).max(50).default(20),
});
export type ListRuns = z.output<typeof listRunsSchema>;

/** A numbered page of runs, for REST clients. */
export const pageRunsSchema = z.strictObject({
  channelId: agentIdSchema,
  pagination: pageRequestSchema.prefault({}),
});
export type PageRuns = z.output<typeof pageRunsSchema>;
