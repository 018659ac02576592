import {
  IconArrowsExchange,
  IconBrandJavascript,
  IconBrandPython,
  IconFilePlus,
  IconFileText,
  IconFileX,
  IconFolder,
  IconListCheck,
  IconMessageQuestion,
  IconPencil,
  IconPlug,
  IconSearch,
  IconTerminal2,
  IconTool,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { type AgentTool, agentToolNames } from '@tandem/shared/agent/schema';
import { SUBAGENT_TOOL, type SubagentResult, subagentResultSchema } from '@tandem/shared/agent/subagent';
import type { ToolPart } from '@tandem/shared/message/parts';

const icons: Record<AgentTool | 'fetch_page', typeof IconTool> = {
  list_files: IconFolder,
  read_file: IconFileText,
  search_files: IconSearch,
  write_file: IconFilePlus,
  edit_file: IconPencil,
  move_file: IconArrowsExchange,
  delete_file: IconFileX,
  run_shell: IconTerminal2,
  run_python: IconBrandPython,
  run_javascript: IconBrandJavascript,
  run_subagent: IconUsersGroup,
  update_plan: IconListCheck,
  ask_person: IconMessageQuestion,
  fetch_page: IconWorld,
};

/** The name of a tool of agents; null for any other, also one of the same name from elsewhere. */
export function agentToolOf({ toolName, source }: Pick<ToolPart, 'toolName' | 'source'>): AgentTool | null {
  return source === undefined ? (agentToolNames.find((name) => name === toolName) ?? null) : null;
}

/** The sign of what a call does. */
export function iconOf({ toolName, source }: Pick<ToolPart, 'toolName' | 'source'>): typeof IconTool {
  if (source !== undefined) return IconPlug;
  return Object.hasOwn(icons, toolName) ? icons[toolName as AgentTool] : IconTool;
}

/** A text among the values of a call; '' where there is none. */
export function textIn(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : '';
}

/** What a sub-agent did, also while it works; null for every other call. */
export function subagentOf(part: ToolPart): SubagentResult | null {
  if (agentToolOf(part) !== SUBAGENT_TOOL) return null;
  return subagentResultSchema.safeParse(part.output).data ?? null;
}

/** Code that a call runs, with its language; null for others. */
export function codeOf(part: ToolPart): { code: string; language: string } | null {
  switch (agentToolOf(part)) {
    case 'run_shell':
      return { code: textIn(part.input, 'command'), language: 'bash' };
    case 'run_python':
      return { code: textIn(part.input, 'code'), language: 'python' };
    case 'run_javascript':
      return { code: textIn(part.input, 'code'), language: 'javascript' };
    default:
      return null;
  }
}

/** What a command put out, also while it still runs; null for what is no command. */
export interface CommandOutput {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  stopped: string;
  seconds: number | null;
  changed: string[];
}

/** Reads the output of a command as models get it. */
export function outputOf({ output }: Pick<ToolPart, 'output'>): CommandOutput | null {
  if (typeof output !== 'object' || output === null || !('stdout' in output)) return null;
  const { exitCode, seconds, changed } = output as Record<string, unknown>;
  return {
    stdout: textIn(output, 'stdout'),
    stderr: textIn(output, 'stderr'),
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    stopped: textIn(output, 'stopped'),
    seconds: typeof seconds === 'number' ? seconds : null,
    changed: Array.isArray(changed) ? changed.filter((path) => typeof path === 'string') : [],
  };
}
