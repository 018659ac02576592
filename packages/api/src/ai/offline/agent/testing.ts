import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { agentToolNames } from '@tandem/shared/agent/schema';
import { model, promptOf } from '../testing.ts';

/** What a tool answers; a refusal is what a person did not allow. */
export type Answer = { value: unknown } | { error: string } | { refused: string };
type Input = Record<string, string & number>;

/** The end of a task: what was told, the calls that were made, and the files afterwards. */
export interface Done {
  text: string;
  calls: [string, Input][];
  steps: number;
  files: Record<string, string>;
  /** The last plan, by status. */
  plan: string[];
}

/** For tests: works on a task with tools that answer as those of agents do, over files in memory. */
export async function workOn(
  task: string,
  files: Record<string, string> = {},
  {
    without = [],
    answer = () => null,
  }: { without?: readonly string[]; answer?(tool: string, input: Input): Answer | null } = {},
): Promise<Done> {
  const kept = new Map(Object.entries(files));
  const names = agentToolNames.filter((name) => !without.includes(name));
  const tools = names.map((name) => ({
    type: 'function' as const,
    name,
    inputSchema: { type: 'object' as const },
  }));
  const prompt: LanguageModelV4Prompt = promptOf(task);
  const calls: [string, Input][] = [];
  let plan: string[] = [];
  for (let steps = 1; steps <= 50; steps += 1) {
    const { content } = await model.doGenerate({ prompt, tools });
    const made = content.filter((part) => part.type === 'tool-call');
    if (made.length === 0) {
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { text, calls, steps, files: Object.fromEntries(kept), plan };
    }
    const parts = made.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-call' as const,
      ...{ toolCallId, toolName, input: JSON.parse(input) },
    }));
    prompt.push({ role: 'assistant', content: parts });
    prompt.push({
      role: 'tool',
      content: parts.map(({ toolCallId, toolName, input }) => {
        calls.push([toolName, input]);
        if (toolName === 'update_plan') plan = input.items.map((item: { status: string }) => item.status);
        const given = answer(toolName, input) ?? answerOf(kept, toolName, input);
        const output =
          'value' in given
            ? { type: 'json' as const, value: given.value as never }
            : 'refused' in given
              ? { type: 'execution-denied' as const, reason: given.refused }
              : { type: 'error-text' as const, value: given.error };
        return { type: 'tool-result' as const, toolCallId, toolName, output };
      }),
    });
  }
  throw new Error('The task did not end.');
}

function answerOf(files: Map<string, string>, tool: string, input: Input): Answer {
  const { path = '', to = '', content = '', from = 1, limit = 2_000, pattern = '' } = input;
  const text = files.get(path);
  switch (tool) {
    case 'list_files': {
      const list = [...files].map(([each, value]) => ({ path: each, size: Buffer.byteLength(value) }));
      return { value: { files: list.toSorted((a, b) => (a.path < b.path ? -1 : 1)), total: list.length } };
    }
    case 'read_file':
      if (text === undefined) return { error: `There is no file ${path}.` };
      return { value: { path, ...partOf(text, { from, limit }) } };
    case 'write_file':
      files.set(path, content);
      return { value: { done: `${path} was written.` } };
    case 'move_file':
      if (text === undefined || files.has(to)) return { error: `${to} exists.` };
      files.delete(path);
      files.set(to, text);
      return { value: { done: `${path} was moved to ${to}.` } };
    case 'search_files': {
      const found = [...files].flatMap(([each, value]) =>
        value
          .split('\n')
          .flatMap((line, at) =>
            line.toLowerCase().includes(pattern.toLowerCase())
              ? { path: each, line: at + 1, text: line }
              : [],
          ),
      );
      return { value: { found, notes: [] } };
    }
    case 'update_plan':
      return { value: { done: 'The plan is shown.' } };
    default:
      return { error: 'Commands cannot run here.' };
  }
}

/** Lines with their numbers, 24,000 characters at most. */
function partOf(text: string, { from, limit }: { from: number; limit: number }) {
  const lines = text.replace(/\n$/, '').split('\n');
  const shown: string[] = [];
  let size = 0;
  for (const [index, line] of lines.slice(from - 1, from - 1 + limit).entries()) {
    size += line.length + 8;
    if (size > 24_000) break;
    shown.push(`${from + index}\t${line.slice(0, 2_000)}`);
  }
  const next = from + shown.length;
  return { content: shown.join('\n'), total: lines.length, ...(next <= lines.length && { next }) };
}
