import type { TemplateCategory, TemplateKind } from '@tandem/shared/template/schema';
import type { Language } from '@tandem/shared/user/schema';

/** What a template says in one language. */
export interface TemplateWords {
  name: string;
  description: string;
  keywords: string[];
  instructions: string;
  /** Questions to begin with. */
  starters: string[];
  /** What the assistant of an app is called. */
  assistantName?: string;
  /** What a document begins with, in Markdown. */
  document?: string;
}

/** A template that comes along, in every language. */
export interface BuiltinTemplate {
  /** Stays the same for ever: people choose by it. */
  id: string;
  kind: TemplateKind;
  category: TemplateCategory;
  icon: string;
  /** Names of built-in tools. */
  tools: string[];
  words: Record<Language, TemplateWords>;
}
