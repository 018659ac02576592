import type { ToolSet } from 'ai';
import { type ToolContext, ToolError, toolSet } from '../tools/tools.ts';
import type { TurnPlan } from './host.ts';
import { MAX_TOOL_CHARACTERS } from './limits.ts';
import { plainJson } from './plain.ts';

export interface ToolGuard {
  fetch: ToolContext['fetch'];
  /** Whether the person who asked may still ask here. */
  mayGoOn(): Promise<boolean>;
  onAccessLost(): void;
  onDefect(toolName: string, error: unknown): void;
}

/** A turn's tools: each run first checks that the person still has access, and its output is bounded. */
export function guardedTools(plan: Pick<TurnPlan, 'tools'>, guard: ToolGuard): ToolSet {
  const tools = toolSet(plan.tools, { fetch: guard.fetch }, guard.onDefect);
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const { execute } = tool;
      if (!execute) return [name, tool];
      const guarded: typeof execute = async (input, options) => {
        const mayGoOn = await guard.mayGoOn().catch(() => {
          throw new ToolError('It could not be checked whether this is still allowed.');
        });
        if (!mayGoOn) {
          guard.onAccessLost();
          throw new ToolError('The person who asked may no longer use this channel.');
        }
        return plainJson(await execute(input, options), MAX_TOOL_CHARACTERS);
      };
      return [name, { ...tool, execute: guarded }];
    }),
  );
}
