import { type ToolContext, ToolError } from '../types.ts';
import type { AgentFiles, AgentSandbox } from './types.ts';

/** @throws ToolError elsewhere than in a channel of an agent */
export function filesOf({ agent }: ToolContext): AgentFiles {
  if (!agent) throw new ToolError('There are no files here.');
  return agent.files;
}

/** @throws ToolError where commands cannot run */
export function sandboxOf({ agent }: ToolContext): AgentSandbox {
  if (!agent?.sandbox) throw new ToolError('Commands cannot run here.');
  return agent.sandbox;
}
