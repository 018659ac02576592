import * as z from 'zod';

/** The name of the tool that starts a sub-agent. */
export const SUBAGENT_TOOL = 'run_subagent';

/** What a sub-agent did, and what it took: the result of the call that started it; while it works, what it did so far. */
export const subagentResultSchema = z.object({
  /** Its last words; '' while it works. */
  answer: z.string(),
  /** Why it ended before it was done; absent when it was. */
  stopped: z.string().optional(),
  /** Its calls, the first ones. */
  steps: z.array(
    z.object({
      tool: z.string(),
      /** The path, pattern, query or command; '' for none. */
      about: z.string(),
      state: z.enum(['running', 'done', 'failed']),
    }),
  ),
  /** Addresses outside that it read without consent. */
  opened: z.array(z.string()).optional(),
  /** Requests to the model. */
  requests: z.int(),
  seconds: z.number(),
  tokens: z.int(),
  /** Micro-credits. */
  cost: z.int(),
  /** Files that it changed. */
  changed: z.array(z.string()).optional(),
  /** Files that somebody else changed to other contents meanwhile: a sentence for each. */
  conflicts: z.array(z.string()).optional(),
});
export type SubagentResult = z.output<typeof subagentResultSchema>;
