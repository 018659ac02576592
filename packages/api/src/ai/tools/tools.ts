import { breachOf } from '@tandem/shared/mcp/check';
import { asSchema, dynamicTool, type FlexibleSchema, jsonSchema, type Tool, type ToolSet } from 'ai';
import * as z from 'zod';
import { editFileTool, writeFileTool } from './agent/change-files.ts';
import { deleteFileTool, moveFileTool } from './agent/move-files.ts';
import { askPersonTool, updatePlanTool } from './agent/people.ts';
import { listFilesTool, readFileTool } from './agent/read-files.ts';
import { runJavascriptTool, runPythonTool, runShellTool } from './agent/run-code.ts';
import { searchFilesTool } from './agent/search-files.ts';
import { runSubagentTool } from './agent/subagent.ts';
import { calculatorTool } from './calculator/calculator.ts';
import {
  appendToDocumentTool,
  createDocumentTool,
  findDocumentsTool,
  readDocumentTool,
} from './documents.ts';
import { fetchPageTool } from './page/fetch-page.ts';
import { listSourcesTool, outlineTool, readPagesTool, searchSourcesTool } from './sources.ts';
import { queryTableTool } from './table/query-table.ts';
import { timeTool } from './time.ts';
import {
  type OutsideTool,
  type ToolContext,
  ToolDefect,
  type ToolDefinition,
  ToolError,
  type ToolOptions,
  type Touched,
} from './types.ts';
import { readWorkspaceTool, searchWorkspaceTool } from './workspace.ts';

export {
  type OutsideTool,
  type ToolContext,
  ToolDefect,
  type ToolDefinition,
  ToolError,
  type ToolOptions,
} from './types.ts';

/** A tool as lists of tools see it: whatever its input, it is checked before `run` reads it. */
interface AnyTool {
  name: string;
  /** With what holds in a context only. */
  describe(context?: ToolContext): string;
  schema: z.ZodType;
  /** For the AI SDK. It and the next are made once: making them takes longer than all else a turn does with its tools. */
  inputSchema: FlexibleSchema<unknown>;
  jsonSchema(): object;
  /** What an edited input has to fit. */
  decidedSchema(): object;
  touches(input: unknown): Touched[];
  opens(input: unknown): URL | null;
  demandsConsent(input: unknown, context: ToolContext): boolean;
  traits(input: unknown): ToolTraits;
  run(input: unknown, context: ToolContext, options: ToolOptions): Promise<unknown>;
}

/** What running a call needs to know about its tool. */
export interface ToolTraits {
  /** The path that it is about; null for none. */
  scope: string | null;
  /** Milliseconds after which it is given up; null for the usual. */
  timeoutMs: number | null;
  /** Whether it may run again where it is not known whether it ran. */
  isRepeatable: boolean;
  /** Whether it waits for the calls before it of the same step. */
  isInOrder: boolean;
}

function anyTool<Input, Output>(tool: ToolDefinition<Input, Output>): AnyTool {
  const { name, description, input: schema, decided = schema } = tool;
  let jsonSchema: object | null = null;
  const parsed = (input: unknown, { approvedBy }: ToolContext) =>
    (approvedBy === undefined ? schema : decided).parse(input);
  return {
    name,
    describe: (context) => [description, ...((context && tool.notes?.(context)) ?? [])].join(' '),
    schema,
    inputSchema: asSchema<unknown>(schema),
    jsonSchema: () => {
      jsonSchema ??= z.toJSONSchema(schema);
      return jsonSchema;
    },
    decidedSchema: () => z.toJSONSchema(decided),
    touches: (input) => tool.touches?.(schema.parse(input)) ?? [],
    opens: (input) => tool.opens?.(schema.parse(input)) ?? null,
    demandsConsent: (input, context) => tool.demandsConsent?.(schema.parse(input), context) ?? false,
    traits: (input) => {
      const { data } = schema.safeParse(input);
      return {
        scope: (data !== undefined && tool.scope?.(data)) || null,
        timeoutMs: (data !== undefined && tool.timeoutMs?.(data)) || null,
        isRepeatable: tool.isRepeatable ?? false,
        isInOrder: tool.isInOrder ?? false,
      };
    },
    run: (input, context, options) => tool.execute(parsed(input, context), context, options),
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
  anyTool(searchWorkspaceTool),
  anyTool(readWorkspaceTool),
];

/** Offered with sources that are too long for the model's input, whatever tools the assistant has. */
const ofSources = [
  anyTool(searchSourcesTool),
  anyTool(readPagesTool),
  anyTool(outlineTool),
  anyTool(listSourcesTool),
  anyTool(queryTableTool),
];

/** Offered in channels of agents, whatever tools the assistant has. */
const ofAgents = [
  anyTool(listFilesTool),
  anyTool(readFileTool),
  anyTool(searchFilesTool),
  anyTool(writeFileTool),
  anyTool(editFileTool),
  anyTool(moveFileTool),
  anyTool(deleteFileTool),
  anyTool(runShellTool),
  anyTool(runPythonTool),
  anyTool(runJavascriptTool),
  anyTool(runSubagentTool),
  anyTool(updatePlanTool),
  anyTool(askPersonTool),
];

const all = [...tools, ...ofSources, ...ofAgents];

/** Names of all tools that an assistant can have, in the order in which they are offered. */
export const toolNames: readonly string[] = tools.map((tool) => tool.name);

/** Names of the tools that search documents and messages; a question may also ask for them. */
export const workspaceToolNames: readonly string[] = [searchWorkspaceTool.name, readWorkspaceTool.name];

/** Names of the tools that read sources. */
export const sourceToolNames: readonly string[] = ofSources.map((tool) => tool.name);

/** Returns the tool descriptions sent to a provider, for estimating tokens. Skips unknown names. */
export function describeTools(
  names: readonly string[],
  outside: readonly OutsideTool[] = [],
  context?: ToolContext,
): { name: string; description: string; inputSchema: unknown }[] {
  const own = chosen(names).map(({ name, describe, jsonSchema }) => ({
    name,
    description: describe(context),
    inputSchema: jsonSchema(),
  }));
  const others = outside.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return [...own, ...others];
}

/**
 * Whether someone must consent before a built-in tool runs with this input.
 * @returns the JSON schema an edited input must fit; null when no consent is needed
 * @throws ToolError when the input names something impossible
 */
export async function consentSchema(
  name: string,
  input: unknown,
  context: ToolContext,
  { always = false } = {},
): Promise<object | null> {
  const tool = toolNamed(name);
  return tool && (always || (await needsConsent(tool, input, context))) ? tool.decidedSchema() : null;
}

async function needsConsent(tool: AnyTool, input: unknown, context: ToolContext): Promise<boolean> {
  const { documents, written } = context;
  if (tool.demandsConsent(input, context)) return true;
  for (const touched of tool.touches(input)) if (await documents?.needsConsent(touched)) return true;
  const url = tool.opens(input);
  return url !== null && !(await written?.take(url));
}

/**
 * Returns the team's resources named by a call. Tools of MCP servers cannot reach any, so it is empty for
 * them.
 * @throws ToolError when the input names something impossible
 */
export function touchedBy(name: string, input: unknown): Touched[] {
  return toolNamed(name)?.touches(input) ?? [];
}

/** What running a call of a built-in tool needs to know; null for other tools. */
export function traitsOf(name: string, input: unknown): ToolTraits | null {
  return toolNamed(name)?.traits(input) ?? null;
}

const toolNamed = (name: string): AnyTool | undefined => all.find((each) => each.name === name);

/**
 * Runs a built-in tool.
 * @throws ToolError with one sentence; ToolDefect "The tool failed.", with the error passed to `onDefect`
 */
export async function runTool(
  name: string,
  input: unknown,
  context: ToolContext,
  options: ToolOptions,
  onDefect?: (toolName: string, error: unknown) => void,
): Promise<unknown> {
  try {
    return await toolNamed(name)?.run(input, context, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    onDefect?.(name, error);
    throw new ToolDefect('The tool failed.', error);
  }
}

/** Wraps a tool of an MCP server as an AI SDK tool; `execute` receives input that fits its schema. */
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
 * Returns an assistant's tools as AI SDK tools. All are dynamic tools, so their parts are `dynamic-tool`.
 * Skips unknown names, such as of a tool of a newer version. A tool's failure reaches the model and the
 * person as one sentence; a defect as "The tool failed.", with the error passed to `onDefect`.
 */
export function toolSet(
  names: readonly string[],
  context: ToolContext,
  onDefect?: (toolName: string, error: unknown) => void,
): ToolSet {
  const entries = chosen(names).map((tool) => {
    const execute = (input: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }) =>
      runTool(tool.name, input, context, { signal: abortSignal ?? new AbortController().signal }, onDefect);
    return [
      tool.name,
      dynamicTool({ description: tool.describe(context), inputSchema: tool.inputSchema, execute }),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function chosen(names: readonly string[]): AnyTool[] {
  return all.filter((tool) => names.includes(tool.name));
}
