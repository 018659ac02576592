import * as z from 'zod';
import { displayNameSchema } from '../user/schema.ts';

/** Longest instructions of an assistant, in characters. */
export const MAX_INSTRUCTIONS_LENGTH = 20_000;

/** An assistant as people in a channel see it. */
export interface AssistantSummary {
  id: string;
  name: string;
  avatar: string;
}

/** How a model is asked; what is absent is the model's own default. */
export interface AssistantParameters {
  /** 0 to 2. */
  temperature?: number;
  /** 0 to 1. */
  topP?: number;
  /** Tokens. */
  maxOutputTokens?: number;
}

export const updateAssistantSchema = z.strictObject({
  assistantId: z.uuid(),
  name: displayNameSchema.optional(),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS_LENGTH)
    // PostgreSQL text cannot hold NUL.
    .overwrite((text) => text.replaceAll('\0', '').trim())
    .optional(),
  /** Null: back to the default. */
  modelId: z.uuid().nullish(),
});
export type UpdateAssistant = z.output<typeof updateAssistantSchema>;

/** An assistant that answers in an app's channels. */
export interface Assistant extends AssistantSummary {
  appId: string | null;
  /** "" to a reader who may not edit the assistant. */
  instructions: string;
  /** Id of the model (the row, not the provider's name for it); null: the default of the installation. */
  modelId: string | null;
  /** Names of the tools it may call. */
  tools: string[];
  abilities: AssistantAbilities;
}

export interface AssistantAbilities {
  edit: boolean;
}
