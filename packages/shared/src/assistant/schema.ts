import * as z from 'zod';
import { type AppType, descriptionSchema } from '../app/schema.ts';
import type { CompletionEvent } from '../completion/schema.ts';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { displayNameSchema } from '../user/schema.ts';
import { assistantAvatarSchema } from './avatar.ts';

/** Longest instructions of an assistant, in characters. */
export const MAX_INSTRUCTIONS_LENGTH = 20_000;
/** Assistants of one app, and of one person in a team. */
export const MAX_ASSISTANTS = 200;
/** Maximum suggested questions, and their length in characters. */
export const MAX_STARTERS = 8;
export const MAX_STARTER_LENGTH = 300;
/** Maximum tools of an assistant. */
export const MAX_TOOLS = 64;
/** Maximum tokens of an answer that can be requested. */
export const MAX_OUTPUT_TOKENS = 200_000;

/** Variables of instructions in double braces, filled in when an answer starts. */
export const instructionVariables = [
  'user_name',
  'date',
  'time',
  'team_name',
  'app_name',
  'channel_name',
  'language',
] as const;
export type InstructionVariable = (typeof instructionVariables)[number];

/** An assistant as people in a channel see it. */
export interface AssistantSummary {
  id: string;
  name: string;
  /** See `readAvatar`. */
  avatar: string;
}

export const assistantParametersSchema = z.strictObject({
  /** 0 to 2. */
  temperature: z.number().min(0).max(2).optional(),
  /** 0 to 1. */
  topP: z.number().min(0).max(1).optional(),
  /** Tokens. */
  maxOutputTokens: z.int().min(1).max(MAX_OUTPUT_TOKENS).optional(),
});
/** Model parameters; an absent one is the model's default. */
export type AssistantParameters = z.output<typeof assistantParametersSchema>;

const instructionsSchema = z
  .string()
  .max(MAX_INSTRUCTIONS_LENGTH)
  // PostgreSQL text cannot hold NUL, nor half a surrogate pair.
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim());

const startersSchema = z
  .array(
    z
      .string()
      .min(1)
      .max(MAX_STARTER_LENGTH)
      .overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim())
      .refine((text) => text !== ''),
  )
  .max(MAX_STARTERS);

/** Names of built-in tools, and `mcp:` with the id of a server's tool. */
const toolsSchema = z
  .array(
    z
      .string()
      .max(80)
      .regex(/^([a-z][a-z0-9_]*|mcp:[0-9a-f-]{36})$/),
  )
  .max(MAX_TOOLS)
  .overwrite((tools) => [...new Set(tools)]);

/** Editable fields of an assistant. */
const fields = {
  avatar: assistantAvatarSchema.optional(),
  description: descriptionSchema.optional(),
  instructions: instructionsSchema.optional(),
  /** Null: the default of the installation. */
  modelId: z.uuid().nullish(),
  parameters: assistantParametersSchema.optional(),
  tools: toolsSchema.optional(),
  starters: startersSchema.optional(),
};

export const createAssistantSchema = z.strictObject({ name: displayNameSchema, ...fields });
export type CreateAssistant = z.output<typeof createAssistantSchema>;

export const addAssistantSchema = z.strictObject({ appId: z.uuid(), name: displayNameSchema, ...fields });

export const updateAssistantSchema = z.strictObject({
  assistantId: z.uuid(),
  name: displayNameSchema.optional(),
  ...fields,
});
export type UpdateAssistant = z.output<typeof updateAssistantSchema>;

export const setAssistantModelSchema = z.strictObject({
  appId: z.uuid(),
  assistantId: z.uuid(),
  /** Null: back to the default of the installation. */
  modelId: z.uuid().nullable(),
});

/** A page of the assistants of every app that the reader sees, by app. */
export const galleryPageSchema = z.strictObject({
  /** Words in the names of assistants or apps, or in descriptions. */
  query: queryTextSchema.max(200).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type GalleryPage = z.output<typeof galleryPageSchema>;

/** An assistant of a person or an app. */
export interface Assistant extends AssistantSummary {
  appId: string | null;
  description: string;
  /** "" for readers who may not edit the assistant. */
  instructions: string;
  /** Id of the model (the row, not the provider's name for it); null: the default of the installation. */
  modelId: string | null;
  parameters: AssistantParameters;
  /** Names of the tools it may call. */
  tools: string[];
  /** Suggested questions. */
  starters: string[];
  /** Whether it answers in channels of its app that name no other. */
  isDefault: boolean;
  updatedAt: Date;
  abilities: AssistantAbilities;
}

export interface AssistantAbilities {
  edit: boolean;
}

/** An assistant with its app, for the gallery. */
export interface GalleryAssistant extends Assistant {
  app: { id: string; name: string; icon: string; type: AppType };
}

/** A tool available to assistants. */
export interface OfferedTool {
  /** As the assistant's list names it. */
  id: string;
  name: string;
  description: string;
  /** "" for built-in tools, else the name of the MCP server. */
  source: string;
  /** A person has to agree before it runs. */
  needsApproval: boolean;
}

/** Maximum messages of a try in progress, oldest first. The client keeps them; nothing is stored. */
export const MAX_TRY_MESSAGES = 20;
export const MAX_TRY_LENGTH = 20_000;

const tryWords = z
  .string()
  .max(MAX_TRY_LENGTH)
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed());

const draftSchema = z.strictObject({
  name: displayNameSchema,
  instructions: instructionsSchema,
  modelId: z.uuid().nullish(),
  parameters: assistantParametersSchema,
  tools: toolsSchema,
});

const tried = {
  /** The draft assistant of the form, saved or not. */
  draft: draftSchema,
  text: tryWords.refine((text) => text.trim() !== ''),
  /** The assistant that is being edited; absent for a new one. */
  assistantId: z.uuid().optional(),
  /** The app that a new one will belong to; absent: the person's own. */
  appId: z.uuid().optional(),
};

export const tryAssistantSchema = z.strictObject({
  ...tried,
  history: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), text: tryWords }))
    .max(MAX_TRY_MESSAGES)
    .optional(),
});
export type TryAssistant = z.output<typeof tryAssistantSchema>;

export const compareModelsSchema = z.strictObject({
  ...tried,
  /** Two models that answer side by side. */
  first: z.uuid(),
  second: z.uuid(),
});
export type CompareModels = z.output<typeof compareModelsSchema>;

/** An event of one of two models compared. */
export type CompareEvent = CompletionEvent & { side: 'first' | 'second' };
