/** What choosing a template makes. */
export const templateKinds = ['assistant', 'app'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** What a template puts into the copy that choosing it makes. */
export interface TemplateContent {
  instructions: string;
  starters: string[];
  /** Names of built-in tools. */
  tools: string[];
}
