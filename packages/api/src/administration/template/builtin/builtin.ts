import type { TemplateCategory, TemplateKind } from '@tandem/shared/template/schema';
import type { Language } from '@tandem/shared/user/schema';

/** The text of a template in one language. */
export interface TemplateWords {
  name: string;
  description: string;
  keywords: string[];
  instructions: string;
  /** Suggested questions. */
  starters: string[];
  /** Name of an app's assistant. */
  assistantName?: string;
  /** Initial content of a document, in Markdown. */
  document?: string;
}

/** A built-in template, in every language. */
export interface BuiltinTemplate {
  /** Must never change: clients choose a template by it. */
  id: string;
  kind: TemplateKind;
  category: TemplateCategory;
  icon: string;
  /** Names of built-in tools. */
  tools: string[];
  words: Record<Language, TemplateWords>;
}
