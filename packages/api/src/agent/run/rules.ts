import { agentTools, type ToolRule } from '@tandem/shared/agent/schema';
import type { RunRow } from './run.repo.ts';

/** What a call may do, as its mode sees it. */
type Reach = 'looks' | 'changes';

const changing: readonly string[] = [
  ...agentTools.write,
  ...agentTools.run,
  'create_document',
  'append_to_document',
];

type Rules = Pick<RunRow, 'mode' | 'rules' | 'allowed'>;

/** A call, by the key of its tool in lists of tools. */
export interface JudgedCall {
  toolKey: string;
  /** The path that it is about; null for none. */
  scope: string | null;
  /** Whether its tool is one of a server outside, whose effects nobody here knows. */
  isOutside: boolean;
}

/**
 * Whether a call of a run runs, asks first, or is refused, by the rule of its tool, else by the mode. A consent that
 * something else demands is asked for all the same.
 */
export function ruleOf(run: Rules, call: JudgedCall): ToolRule {
  const rule = run.rules[call.toolKey] ?? usual(run.mode, reachOf(call));
  return rule === 'ask' && isAllowed(run, call) ? 'allow' : rule;
}

/** Whether a run is offered a tool at all. */
export function isOffered(run: Rules, tool: Omit<JudgedCall, 'scope'>): boolean {
  return ruleOf(run, { ...tool, scope: null }) !== 'deny';
}

function reachOf({ toolKey, isOutside }: JudgedCall): Reach {
  return isOutside || changing.includes(toolKey) ? 'changes' : 'looks';
}

function usual(mode: RunRow['mode'], reach: Reach): ToolRule {
  if (reach === 'looks' || mode === 'work') return 'allow';
  return mode === 'ask' ? 'ask' : 'deny';
}

/** Whether somebody allowed calls like this one until the end of the run. */
function isAllowed({ allowed }: Rules, { toolKey, scope, isOutside }: JudgedCall): boolean {
  return allowed.some(
    (each) =>
      each.toolKey === toolKey &&
      (each.scope === null ? isOutside : each.scope === scope || scope?.startsWith(`${each.scope}/`)),
  );
}
