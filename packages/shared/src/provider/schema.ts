import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { MICRO_CREDITS } from '../usage/schema.ts';
import { displayNameSchema } from '../user/schema.ts';

/** The services a provider row can speak to. */
export const providerKinds = [
  'openai',
  'openai-compatible',
  'anthropic',
  'google',
  'ollama',
  'offline',
] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** Kinds that people set up; the built-in one is always there already. */
export const remoteKinds = ['openai', 'openai-compatible', 'anthropic', 'google', 'ollama'] as const;

/** Where a kind of provider answers unless told otherwise; "" when there is no such place. */
export const defaultApiHosts: Record<ProviderKind, string> = {
  openai: 'https://api.openai.com/v1',
  'openai-compatible': '',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434/api',
  offline: '',
};

export const modelKinds = ['chat', 'image', 'embedding', 'transcription'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** What a chat model can do beyond text. */
export interface ModelAbilities {
  tools: boolean;
  vision: boolean;
  reasoning: boolean;
}

/** A model a person may choose. */
export interface Model {
  id: string;
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: ModelAbilities;
  /** Tokens that fit in one request and its answer together. */
  contextWindow: number;
  /** In micro-credits, as those of a `ProviderModel`; null: not known. */
  inputPrice: number | null;
  outputPrice: number | null;
  imagePrice: number | null;
  provider: { id: string; name: string; kind: ProviderKind };
}

/** Micro-credits in one US dollar. */
export const MICRO_CREDITS_PER_DOLLAR = 100 * MICRO_CREDITS;
/** Ten thousand dollars for a million tokens, or for a picture: more is a slip of the hand. */
const MAX_PRICE = 10_000 * MICRO_CREDITS_PER_DOLLAR;

/** Providers that one team, or the installation, may have. */
export const MAX_PROVIDERS = 30;
/** Models that one provider may have, those added by hand included. */
export const MAX_MODELS = 2_000;

/** What a key may be made of: it travels in a header. */
const keyTextSchema = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^[\x21-\x7e]*$/);
/** A key alone or as `{key}`; empty leaves the stored one, null removes it. */
const apiKeySchema = z.union([keyTextSchema, z.strictObject({ key: keyTextSchema }), z.null()]);
const apiHostSchema = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
/** Seconds, at most a month. */
const keepAliveSchema = z.int().min(0).max(2_592_000);
/** Yes or no, also as 1 and 0. */
const switchSchema = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

/** A provider's own name for a model: nothing that does not show. */
export const modelIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u);

export const providerScopes = ['team', 'installation'] as const;
export type ProviderScope = (typeof providerScopes)[number];

export const createProviderSchema = z.strictObject({
  kind: z.enum(remoteKinds),
  name: displayNameSchema,
  apiKey: keyTextSchema.default(''),
  /** Empty: the usual one of the kind. */
  apiHost: apiHostSchema.default(''),
  keepAliveTime: keepAliveSchema.default(0),
  /** `installation`: offered to every team; for operators only. */
  scope: z.enum(providerScopes).default('team'),
});
export type CreateProvider = z.output<typeof createProviderSchema>;

export const addShowcaseSchema = z.strictObject({
  apiKey: keyTextSchema.min(1),
  apiHost: apiHostSchema.default(''),
  /** A third model beside the two known ones. */
  token: modelIdSchema.optional(),
});
export type AddShowcase = z.output<typeof addShowcaseSchema>;

export const providerIdSchema = z.strictObject({ providerId: z.uuid() });

export const updateProviderSchema = z.strictObject({
  providerId: z.uuid(),
  name: displayNameSchema.optional(),
  apiKey: apiKeySchema.optional(),
  apiHost: apiHostSchema.optional(),
  keepAliveTime: keepAliveSchema.optional(),
  enabled: switchSchema.optional(),
  /** Switches these models, adding those not known yet; others stay as they are. */
  modelList: z
    .array(z.strictObject({ modelId: modelIdSchema, enabled: switchSchema }))
    .max(MAX_MODELS)
    .optional(),
});
export type UpdateProvider = z.output<typeof updateProviderSchema>;

export const testProviderSchema = z.strictObject({
  providerId: z.uuid(),
  /** Id of the row of the chat model to ask; by default the first enabled one. */
  modelRowId: z.uuid().optional(),
});
export type TestProvider = z.output<typeof testProviderSchema>;

/** Which of a provider's models are meant. */
const modelFilter = {
  query: queryTextSchema.pipe(z.string().max(200)).default(''),
  kind: z.enum(modelKinds).optional(),
  enabled: z.boolean().optional(),
  /** Whether they have a price; see `isPriced`. */
  priced: z.boolean().optional(),
};
export const pageModelsSchema = z.strictObject({
  providerId: z.uuid(),
  ...modelFilter,
  limit: keysetLimitSchema,
  cursor: z.string().max(500).optional(),
});
export type PageModels = z.output<typeof pageModelsSchema>;

export const allModelsSchema = z.strictObject({ providerId: z.uuid(), ...modelFilter });
export type ModelFilter = Omit<z.output<typeof allModelsSchema>, 'providerId'>;

/** Switches all models that the filter finds. */
export const switchModelsSchema = z.strictObject({
  providerId: z.uuid(),
  query: modelFilter.query,
  kind: modelFilter.kind,
  priced: modelFilter.priced,
  to: z.boolean(),
});
export type SwitchModels = z.output<typeof switchModelsSchema>;

const priceSchema = z.int().min(0).max(MAX_PRICE).nullable();
/** What may be said of a model. */
const modelFields = {
  name: displayNameSchema.optional(),
  kind: z.enum(modelKinds).optional(),
  abilities: z.strictObject({ tools: z.boolean(), vision: z.boolean(), reasoning: z.boolean() }).optional(),
  contextWindow: z.int().min(256).max(10_000_000).optional(),
  /** Micro-credits for a million tokens; null: not known. */
  inputPrice: priceSchema.optional(),
  outputPrice: priceSchema.optional(),
  /** Micro-credits for one picture; null: not known. */
  imagePrice: priceSchema.optional(),
};
export const addModelSchema = z.strictObject({
  providerId: z.uuid(),
  modelId: modelIdSchema,
  ...modelFields,
});
export type AddModel = z.output<typeof addModelSchema>;
export const updateModelSchema = z.strictObject({
  modelRowId: z.uuid(),
  enabled: z.boolean().optional(),
  ...modelFields,
});
export type UpdateModel = z.output<typeof updateModelSchema>;
export const modelRowIdSchema = z.strictObject({ modelRowId: z.uuid() });
/** Puts a model behind another of its provider; null: first. */
export const sortModelSchema = z.strictObject({
  modelRowId: z.uuid(),
  afterId: z.uuid().nullable(),
});

/** What the reader may do with a provider. */
export interface ProviderAbilities {
  /** Switch it, and change its models. */
  change: boolean;
  /** Change its name, key and host. */
  connect: boolean;
  remove: boolean;
}

/** A provider as administrators see it; its key is never told. */
export interface Provider {
  id: string;
  scope: ProviderScope;
  kind: ProviderKind;
  name: string;
  /** "" where it is not the reader's business. */
  apiHost: string;
  hasKey: boolean;
  keepAliveTime: number;
  enabled: boolean;
  /** Whether the server's environment supplies its key and host. */
  isFromEnvironment: boolean;
  /** When its models were last read from it. */
  listedAt: Date | null;
  models: number;
  enabledModels: number;
  /** Models without a price: they are refused where a budget bounds what is spent. */
  unpricedModels: number;
  abilities: ProviderAbilities;
}

export interface ProviderDetails extends Provider {
  /** Assistants that answer with one of its models. */
  assistants: number;
}

/** Whether a model is switched on, by the provider's name for it. */
export interface ModelSwitch {
  modelId: string;
  enabled: boolean;
}

export interface ProviderWithModels extends Provider {
  modelList: ModelSwitch[];
}

export interface ProviderChanged extends ProviderWithModels {
  /** The key belonged to the former host and went with it. */
  keyDropped: boolean;
}

export interface ProviderList {
  list: Provider[];
  /** Whether the reader may set up providers for every team. */
  operates: boolean;
}

/** A model as administrators see it. */
export interface ProviderModel {
  id: string;
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: ModelAbilities;
  contextWindow: number;
  enabled: boolean;
  inputPrice: number | null;
  outputPrice: number | null;
  imagePrice: number | null;
  isListed: boolean;
  isEdited: boolean;
}

/** How a provider refused or failed; its sentence stands under `error:<key>`. */
export interface ProviderProblem {
  key: string;
  /** The provider's own words, without secrets. */
  detail?: string;
}

/** What reading a provider's list brought. */
export type ProviderRefreshed =
  | { problem: ProviderProblem }
  | {
      problem: null;
      provider: Provider;
      added: number;
      missing: number;
      total: number;
      /** The provider's names of its models that have no price. */
      unpriced: string[];
    };

/** What one small request came to; `model` is null where only the list was asked for. */
export type ProviderTested =
  | { problem: ProviderProblem; model: string | null; ms: number }
  | { problem: null; model: string | null; ms: number; answer: string };
