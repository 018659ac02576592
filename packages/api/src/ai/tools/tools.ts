import { breachOf } from '@tandem/shared/mcp/check';
import { dynamicTool, jsonSchema, type Tool, type ToolSet } from 'ai';
import * as z from 'zod';
import { calculatorTool } from './calculator/calculator.ts';
import {
  appendToDocumentTool,
  createDocumentTool,
  findDocumentsTool,
  readDocumentTool,
} from './documents.ts';
import { fetchPageTool } from './page/fetch-page.ts';
import { timeTool } from './time.ts';
import { type OutsideTool, type ToolContext, type ToolDefinition, ToolError, type Touched } from './types.ts';

export { type OutsideTool, type ToolContext, type ToolDefinition, ToolError } from './types.ts';

/** A tool as lists of tools see it: whatever its input, it is checked before `run` reads it. */
interface AnyTool {
  name: string;
  description: string;
  schema: z.ZodType;
  touches(input: unknown): Touched[];
  run(input: unknown, context: ToolContext, signal: AbortSignal): Promise<unknown>;
}

function anyTool<Input, Output>(tool: ToolDefinition<Input, Output>): AnyTool {
  const { name, description, input: schema } = tool;
  return {
    name,
    description,
    schema,
    touches: (input) => tool.touches?.(schema.parse(input)) ?? [],
    run: (input, context, signal) => tool.execute(schema.parse(input), context, { signal }),
  };
}

const tools = [
  anyTool(timeTool),
  anyTool(calculatorTool),
  anyTool(fetchPageTool),
  anyTool(findDocumentsTool),
  anyTool(readDocumentTool),
  anyTool(createDocumentTool),
  anyTool(appendToDocumentTool),
];

/** Names of all tools there are, in the order in which they are offered. */
export const toolNames: readonly string[] = tools.map((tool) => tool.name);

/** What a provider is told of tools, for estimating tokens. Unknown names are skipped. */
export function describeTools(
  names: readonly string[],
  outside: readonly OutsideTool[] = [],
): { name: string; description: string; inputSchema: unknown }[] {
  const own = chosen(names).map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(schema),
  }));
  const others = outside.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return [...own, ...others];
}

/**
 * Whether someone has to consent before one of our tools runs with this input.
 * @returns the JSON schema that a changed input has to fit; null when nobody needs to be asked
 */
export async function consentSchema(
  name: string,
  input: unknown,
  context: ToolContext,
): Promise<object | null> {
  const { documents } = context;
  for (const touched of touchedBy(name, input))
    if (await documents?.needsConsent(touched)) return z.toJSONSchema(toolNamed(name)?.schema ?? z.never());
  return null;
}

/**
 * What of the team's a call names. Tools of servers outside reach nothing of ours: for them it is nothing.
 * @throws ToolError when the input names nothing that there could be
 */
export function touchedBy(name: string, input: unknown): Touched[] {
  return toolNamed(name)?.touches(input) ?? [];
}

const toolNamed = (name: string): AnyTool | undefined => tools.find((each) => each.name === name);

/**
 * Runs one of our tools.
 * @throws ToolError with one sentence; for a defect "The tool failed.", with the error given to `onDefect`
 */
export async function runTool(
  name: string,
  input: unknown,
  context: ToolContext,
  signal: AbortSignal,
  onDefect?: (toolName: string, error: unknown) => void,
): Promise<unknown> {
  try {
    return await toolNamed(name)?.run(input, context, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    onDefect?.(name, error);
    throw new ToolError('The tool failed.', error);
  }
}

/** The AI SDK tool of one of a server outside; `execute` is given what fits its schema. */
export function outsideTool(tool: OutsideTool, execute: NonNullable<Tool['execute']>): Tool {
  return dynamicTool({
    description: tool.description,
    inputSchema: jsonSchema<unknown>(tool.inputSchema, {
      validate: (value) => {
        const breach = breachOf(tool.inputSchema, value);
        if (!breach) return { success: true, value };
        const { path, rule, expected } = breach;
        return { success: false, error: new ToolError(`${path || 'input'}: ${rule} ${expected}`.trim()) };
      },
    }),
    execute,
  });
}

/**
 * The AI SDK tools of an assistant. All are dynamic tools, so their parts are `dynamic-tool`. Unknown names,
 * such as of a tool that a newer version had, are skipped. A tool's failure reaches the model and the person
 * as one sentence; a defect as "The tool failed.", with the error given to `onDefect`.
 */
export function toolSet(
  names: readonly string[],
  context: ToolContext,
  onDefect?: (toolName: string, error: unknown) => void,
): ToolSet {
  const entries = chosen(names).map((tool) => {
    const execute = (input: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }) =>
      runTool(tool.name, input, context, abortSignal ?? new AbortController().signal, onDefect);
    return [
      tool.name,
      dynamicTool({ description: tool.description, inputSchema: tool.schema, execute }),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function chosen(names: readonly string[]): AnyTool[] {
  return tools.filter((tool) => names.includes(tool.name));
}
