import * as z from 'zod';
import { type ToolDefinition, ToolError } from '../types.ts';
import type { SubagentTask } from './types.ts';

/** Longer than any run may take: what ends it is the run's own time. */
const TIMEOUT_MS = 24 * 60 * 60_000;

const input = z.object({
  title: z.string().trim().min(1).max(80).describe('What it is about, in a few words.'),
  instructions: z
    .string()
    .min(1)
    .max(20_000)
    .describe('All that it has to know: it reads nothing of this conversation.'),
});

/** It changes nothing until its result is stored, so it begins again where a server was killed. */
export const runSubagentTool: ToolDefinition<SubagentTask, unknown> = {
  name: 'run_subagent',
  description: [
    'Hands a part of the work to a sub-agent, and returns its answer. It has your tools, works on a copy of the files,',
    'and what it changed is merged into them when it ends; where somebody changed the same file meanwhile, both are',
    'kept and you are told. Call it up to four times in one step for parts that do not depend on each other. It shares',
    'your steps, time and budget. It cannot ask people, so it is refused whatever needs their consent, and it starts no',
    'sub-agents.',
  ].join(' '),
  input,
  isRepeatable: true,
  timeoutMs: () => TIMEOUT_MS,
  execute(task, { agent }, options) {
    if (!agent?.subagents) throw new ToolError('There are no sub-agents here.');
    return agent.subagents.run(task, options);
  },
};
