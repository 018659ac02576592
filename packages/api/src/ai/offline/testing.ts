import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { toolNames, workspaceToolNames } from '../tools/tools.ts';
import { createOfflineModel } from './model.ts';

/** For tests: the built-in model without its pace. */
export const model = createOfflineModel({ delayMs: 0 });

const tools: LanguageModelV4CallOptions['tools'] = toolNames
  .filter((name) => !workspaceToolNames.includes(name))
  .map((name) => ({
    type: 'function',
    name,
    inputSchema: { type: 'object' },
  }));

export type Turn = ['user' | 'assistant', string];

/** A conversation that ends with a question. */
export function promptOf(question: string, earlier: Turn[] = [], instructions = ''): LanguageModelV4Prompt {
  return [
    ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
    ...[...earlier, ['user', question] as Turn].map(([role, text]) => ({
      role,
      content: [{ type: 'text' as const, text }],
    })),
  ];
}

/** Asks with all tools offered; returns the text and the calls. */
export async function ask(
  question: string,
  options: Partial<LanguageModelV4CallOptions> & { earlier?: Turn[] } = {},
) {
  const { earlier, ...rest } = options;
  const result = await model.doGenerate({ prompt: promptOf(question, earlier), tools, ...rest });
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = result.content
    .filter((part) => part.type === 'tool-call')
    .map((part) => [part.toolName, JSON.parse(part.input)]);
  return { text, calls, result };
}
