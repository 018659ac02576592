import * as z from 'zod';
import type { App } from '../app/schema.ts';
import { descriptionSchema, iconSchema } from '../app/schema.ts';
import type { Assistant, AssistantParameters } from '../assistant/schema.ts';
import type { Channel } from '../channel/schema.ts';
import { pageRequestSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema } from '../user/schema.ts';

/** What choosing a template makes. */
export const templateKinds = ['assistant', 'app', 'document'] as const;
export type TemplateKind = (typeof templateKinds)[number];
/** What a team saves as a template. */
export type SavedKind = Exclude<TemplateKind, 'document'>;

/** Where templates are from: they come along with Tandem, or the team saved them. */
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

/** Templates that one team may save. */
export const MAX_TEAM_TEMPLATES = 300;
const MAX_KEYWORDS = 12;

/** What a template puts into the copy that choosing it makes. */
export interface TemplateContent {
  instructions: string;
  starters: string[];
  /** Names of built-in tools. */
  tools: string[];
  parameters?: AssistantParameters;
  /** What the assistant of an app is called; absent: as new ones are. */
  assistantName?: string;
  /** What a document begins with, in Markdown. */
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
  /** Where a new app goes; absent: the first space of the team. */
  spaceId: z.uuid().optional(),
  /** Where a new document goes; needed for one, and for nothing else. */
  appId: z.uuid().optional(),
  /** The channel of that app below which it goes; absent: the app's top. */
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
  // Told to whoever reads the schema; the access rule holds it.
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
  /** The person who saved it and when; null for built-in ones. */
  creator: { id: number; name: string; avatar: string } | null;
  createdAt: Date | null;
  /** `choose`: have a copy made. */
  abilities: { choose: boolean; remove: boolean };
}

/** A template with what its copy will hold. */
export interface Template extends TemplateSummary, Required<Pick<TemplateContent, 'instructions'>> {
  starters: string[];
  tools: string[];
  /** What a document made of it begins with, in Markdown; "" for what makes something else. */
  document: string;
}

/** A category with how many templates the reader finds in it. */
export interface TemplateCategoryCount {
  id: TemplateCategory;
  /** In the reader's language. */
  name: string;
  count: number;
}

/** What choosing a template made. */
export type ChosenTemplate =
  | { kind: 'assistant'; assistant: Assistant }
  | { kind: 'app'; app: App; channel: Channel }
  | { kind: 'document'; channel: Channel };
