import type { AgentMode, AgentTool } from '@tandem/shared/agent/schema';
import type { Language } from '@tandem/shared/user/schema';

/** The text of a template in one language. */
export interface AgentTemplateWords {
  title: string;
  description: string;
  task: string;
  /** Contents of the files that it brings, by path. */
  files?: Record<string, string>;
}

/** A task of an agent to begin with, in every language. */
export interface BuiltinAgentTemplate {
  /** Must never change: clients choose a template by it. */
  id: string;
  icon: string;
  mode: AgentMode;
  tools: (AgentTool | 'fetch_page')[];
  needsModel: boolean;
  words: Record<Language, AgentTemplateWords>;
}
