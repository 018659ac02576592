import * as z from 'zod';
import type { App } from '../app/schema.ts';
import { descriptionSchema, iconSchema } from '../app/schema.ts';
import type { Assistant, AssistantParameters } from '../assistant/schema.ts';
import type { Channel } from '../channel/schema.ts';
import { pageRequestSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema } from '../user/schema.ts';

/** Kinds of things that a template creates. */
export const templateKinds = ['assistant', 'app', 'document'] as const;
export type TemplateKind = (typeof templateKinds)[number];
/** Kinds of things that a team can save as a template. */
export type SavedKind = Exclude<TemplateKind, 'document'>;

/** Origin of templates: built into Tandem, or saved by the team. */
export const templateGroups = ['tandem', 'team'] as const;
export type TemplateGroup = (typeof templateGroups)[number];

export const templateCategories = [
  'writing',
  'research',
  'engineering',
  'support',
  'people',
  'planning',
  'other',
] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Maximum templates of a team. */
export const MAX_TEAM_TEMPLATES = 300;
const MAX_KEYWORDS = 12;

/** Content of the copy a template creates. */
export interface TemplateContent {
  instructions: string;
  starters: string[];
  /** Names of built-in tools. */
  tools: string[];
  parameters?: AssistantParameters;
  /** Name of an app's assistant; absent for the default. */
  assistantName?: string;
  /** Initial content of a document, in Markdown. */
  document?: string;
}

export const listTemplatesSchema = z.strictObject({
  group: z.enum(templateGroups).optional(),
  category: z.enum(templateCategories).optional(),
  kind: z.enum(templateKinds).optional(),
  /** Words that name, description or keywords hold, in either language. */
  keyword: queryTextSchema.max(200).optional(),
  pagination: pageRequestSchema.prefault({}),
});
export type ListTemplates = z.output<typeof listTemplatesSchema>;

export const templateByIdSchema = z.strictObject({ templateId: z.uuid() });

export const chooseTemplateSchema = z.strictObject({
  templateId: z.uuid(),
  /** Space of a new app; absent for the team's first. */
  spaceId: z.uuid().optional(),
  /** App of a new document; required for one, and unused otherwise. */
  appId: z.uuid().optional(),
  /** Parent channel in that app; absent for the app's top. */
  parentId: z.uuid().nullish(),
  clientKey: z.uuid().optional(),
});
export type ChooseTemplate = z.output<typeof chooseTemplateSchema>;

const keywordSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^\P{Cc}*$/u);

/** Saves an assistant, or an app with its default assistant, as it is now. */
export const saveTemplateSchema = z
  .strictObject({
    assistantId: z.uuid().optional(),
    appId: z.uuid().optional(),
    name: displayNameSchema,
    description: descriptionSchema.optional(),
    category: z.enum(templateCategories),
    keywords: z.array(keywordSchema).max(MAX_KEYWORDS).optional(),
    /** Absent: that of the assistant or app, where it is a sign and not a picture. */
    icon: iconSchema.optional(),
    clientKey: z.uuid().optional(),
  })
  // For readers of the schema; the access rule enforces it.
  .meta({ oneOf: [{ required: ['assistantId'] }, { required: ['appId'] }] });
export type SaveTemplate = z.output<typeof saveTemplateSchema>;

/** A template in a list, in the reader's language. */
export interface TemplateSummary {
  id: string;
  group: TemplateGroup;
  kind: TemplateKind;
  category: TemplateCategory;
  name: string;
  description: string;
  icon: string;
  keywords: string[];
  /** Its creator and time; null for built-in ones. */
  creator: { id: number; name: string; avatar: string } | null;
  createdAt: Date | null;
  /** `choose`: have a copy made. */
  abilities: { choose: boolean; remove: boolean };
}

/** A template with the content of its copy. */
export interface Template extends TemplateSummary, Required<Pick<TemplateContent, 'instructions'>> {
  starters: string[];
  tools: string[];
  /** Initial content of a document, in Markdown; "" for other templates. */
  document: string;
}

/** A category with how many templates the reader finds in it. */
export interface TemplateCategoryCount {
  id: TemplateCategory;
  /** In the reader's language. */
  name: string;
  count: number;
}

/** Result of using a template. */
export type ChosenTemplate =
  | { kind: 'assistant'; assistant: Assistant }
  | { kind: 'app'; app: App; channel: Channel }
  | { kind: 'document'; channel: Channel };
