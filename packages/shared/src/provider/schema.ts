import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import { queryTextSchema } from '../search/query.ts';
import { MICRO_CREDITS_PER_DOLLAR } from '../usage/credit.ts';
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

/** Default address of each kind of provider; "" for none. */
export const defaultApiHosts: Record<ProviderKind, string> = {
  openai: 'https://api.openai.com/v1',
  'openai-compatible': '',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434/api',
  offline: '',
};

export const modelKinds = ['chat', 'image', 'embedding', 'rerank', 'transcription'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** Abilities of a chat model beyond text. */
export interface ModelAbilities {
  tools: boolean;
  vision: boolean;
  reasoning: boolean;
}

/** An available model. */
export interface Model {
  id: string;
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: ModelAbilities;
  /** Tokens that fit in one request and its answer together. */
  contextWindow: number;
  /** In micro-credits, as in a `ProviderModel`; null if unknown. */
  inputPrice: number | null;
  outputPrice: number | null;
  imagePrice: number | null;
  provider: { id: string; name: string; kind: ProviderKind };
}

/** Ten thousand dollars for a million tokens, or for a picture: more is a slip of the hand. */
const MAX_PRICE = 10_000 * MICRO_CREDITS_PER_DOLLAR;

/** Maximum providers of a team, or of the installation. */
export const MAX_PROVIDERS = 30;
/** Maximum models of a provider, including those added by hand. */
export const MAX_MODELS = 2_000;

/** Allowed characters of a key, which is sent in a header. */
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

/** A provider's own name for a model, with visible characters only. */
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
  /** A third model besides the two known ones. */
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
  /** Enables or disables these models, adding unknown ones; others are unchanged. */
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

/** Filter of a provider's models. */
const modelFilter = {
  query: queryTextSchema.pipe(z.string().max(200)).default(''),
  kind: z.enum(modelKinds).optional(),
  enabled: z.boolean().optional(),
  /** Whether they have prices; see `isPriced`. */
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
/** Editable fields of a model. */
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
/** Moves a model after another of its provider; null for first. */
export const sortModelSchema = z.strictObject({
  modelRowId: z.uuid(),
  afterId: z.uuid().nullable(),
});

/** The reader's abilities on a provider. */
export interface ProviderAbilities {
  /** Switch it, and change its models. */
  change: boolean;
  /** Change its name, key and host. */
  connect: boolean;
  remove: boolean;
}

/** A provider as administrators see it; its key is never returned. */
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
  /** Whether the environment sets its key and host. */
  isFromEnvironment: boolean;
  /** Time of the last refresh of its models. */
  listedAt: Date | null;
  models: number;
  enabledModels: number;
  /** Models without a price, which are refused where a budget applies. */
  unpricedModels: number;
  abilities: ProviderAbilities;
}

export interface ProviderDetails extends Provider {
  /** Assistants that answer with one of its models. */
  assistants: number;
}

/** Whether a model is enabled, by the provider's name for it. */
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
  /** Whether the reader may manage the installation's providers. */
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

/** A provider's failure; its sentence has the key `error:<key>`. */
export interface ProviderProblem {
  key: string;
  /** The provider's own words, without secrets. */
  detail?: string;
}

/** Result of refreshing a provider's models. */
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

/** Result of a test request; `model` is null where only the list was requested. */
export type ProviderTested =
  | { problem: ProviderProblem; model: string | null; ms: number }
  | { problem: null; model: string | null; ms: number; answer: string };
