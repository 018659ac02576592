import * as z from 'zod';
import type { ToolContext, ToolDefinition } from '../types.ts';
import { sandboxOf } from './resources.ts';
import type { AgentCommand } from './types.ts';

/** Seconds of a command by default and at most. */
const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 600;
/** Milliseconds for its turn, the copy of the files before it, and reading them after it. */
const AROUND_MS = 60_000;

const code = z.string().min(1).max(200_000);
const seconds = z
  .int()
  .min(1)
  .max(MAX_SECONDS)
  .optional()
  .describe(`Seconds after which it is stopped; ${DEFAULT_SECONDS} if left out.`);

type RunInput = { code: string; seconds?: number | undefined };

function runTool<Input extends { seconds?: number | undefined }>(
  tool: Pick<ToolDefinition<Input, unknown>, 'name' | 'description' | 'input'>,
  language: AgentCommand['language'],
  codeOf: (input: Input) => string,
): ToolDefinition<Input, unknown> {
  return {
    ...tool,
    notes: ({ agent }: ToolContext) => agent?.sandbox?.lacks ?? [],
    demandsConsent: (_input, { agent }) => agent?.sandbox?.needsApproval ?? false,
    timeoutMs: (input) => secondsOf(input) * 1_000 + AROUND_MS,
    isRepeatable: true,
    isInOrder: true,
    execute: (input, context, { signal, onProgress }) =>
      sandboxOf(context).run(
        { language, code: codeOf(input), timeoutMs: secondsOf(input) * 1_000 },
        { signal, ...(onProgress && { onOutput: onProgress }) },
      ),
  };
}

function secondsOf(input: { seconds?: number | undefined }): number {
  return input.seconds ?? DEFAULT_SECONDS;
}

const AFTERWARDS =
  'Files it leaves in the working folder, /workspace, are kept; everything else is gone when it ends.';

const shellInput = z.object({ command: code.describe('A Bash script.'), seconds });

export const runShellTool: ToolDefinition<z.output<typeof shellInput>, unknown> = runTool(
  {
    name: 'run_shell',
    description: `Runs Bash with the files in its working folder, and returns what it puts out. ${AFTERWARDS}`,
    input: shellInput,
  },
  'shell',
  ({ command }) => command,
);

const codeInput = z.object({ code, seconds });

export const runPythonTool: ToolDefinition<RunInput, unknown> = runTool(
  {
    name: 'run_python',
    description: `Runs a Python script with the files in its working folder, and returns what it prints. ${AFTERWARDS}`,
    input: codeInput,
  },
  'python',
  (input) => input.code,
);

export const runJavascriptTool: ToolDefinition<RunInput, unknown> = runTool(
  {
    name: 'run_javascript',
    description: `Runs a JavaScript script with the files in its working folder, and returns what it logs. ${AFTERWARDS}`,
    input: codeInput,
  },
  'javascript',
  (input) => input.code,
);
