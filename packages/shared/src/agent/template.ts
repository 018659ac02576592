import * as z from 'zod';
import { type AgentMode, agentIdSchema } from './schema.ts';

/** Ids of the templates that need no language model, by what they do. */
export const FIRST_TEMPLATES = {
  summary: '0a5b9c3e-4f21-4e6d-8c7a-1b2d3f4e5a77',
  merge: '1b6cad4f-5032-4f7e-9d8b-2c3e4a5f6b88',
  figures: '2c7dbe50-6143-408f-8e9c-3d4f5b6a7c99',
} as const;

/** A task that an agent can begin with, in the reader's language. */
export interface AgentTemplate {
  id: string;
  /** An emoji. */
  icon: string;
  title: string;
  /** What it does, in a sentence. */
  description: string;
  /** The text of the task; what a person fills in stands in square brackets. */
  task: string;
  mode: AgentMode;
  /** Names of the tools that it needs, of agents and of assistants. */
  tools: string[];
  /** Paths of the files that it brings. */
  files: string[];
  /** False for what the built-in model can do without a language model. */
  needsModel: boolean;
}

export const listAgentTemplatesSchema = z.strictObject({ channelId: agentIdSchema });

export const chooseAgentTemplateSchema = z.strictObject({ channelId: agentIdSchema, templateId: z.uuid() });
export type ChooseAgentTemplate = z.output<typeof chooseAgentTemplateSchema>;

/** A template whose files were written. */
export interface ChosenAgentTemplate {
  task: string;
  mode: AgentMode;
  /** Paths of the files that were written. */
  written: string[];
  /** Paths where something was already, which stayed as it was. */
  kept: string[];
  /** The newest state of the files; null for no files. */
  manifestId: string | null;
}
