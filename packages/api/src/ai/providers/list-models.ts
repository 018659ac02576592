import {
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  getFromApi,
  postJsonToApi,
} from '@ai-sdk/provider-utils';
import { modelIdSchema } from '@tandem/shared/provider/schema';
import * as z from 'zod';
import type { GuardedFetch } from '../../core/fetch/types.ts';
import { type ModelPrices, noPrices, pricePerToken } from '../prices/prices.ts';
import { boundedFetch } from './bounded.ts';
import { describeModel, type ListedModel } from './families.ts';
import { bearer, type RemoteConnection } from './language-model.ts';
import { failedResponse } from './ollama/wire.ts';
import type { ModelDraft } from './types.ts';

/** More than any provider offers; protects the database from a hostile list. */
const MAX_MODELS = 1_000;
/** The longest lists have hundreds of kilobytes; reading more would hold up everyone else. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Entries of a longer list are ignored. */
const MAX_LOOKED_AT = 20_000;
const TIMEOUT_MS = 10_000;
/** Ollama tells abilities one model at a time. */
const SHOW_AT_ONCE = 4;
const MAX_SHOWN = 60;

const tokens = z.number().int().positive().optional().catch(undefined);

const openaiModel = z.object({
  id: z.string(),
  name: z.string().optional().catch(undefined),
  // The field that tells the window differs from host to host.
  context_length: tokens,
  context_window: tokens,
  max_model_len: tokens,
  max_context_length: tokens,
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .optional()
    .catch(undefined),
  supported_parameters: z.array(z.string()).optional().catch(undefined),
  pricing: z.object({ prompt: z.unknown(), completion: z.unknown() }).optional().catch(undefined),
});
const openaiModels = z.array(openaiModel);
const openaiList = z.union([z.object({ data: openaiModels }), openaiModels.transform((data) => ({ data }))]);
const anthropicList = z.object({
  data: z.array(z.object({ id: z.string(), display_name: z.string().optional() })),
});
const googleList = z.object({
  models: z
    .array(
      z.object({
        name: z.string(),
        displayName: z.string().optional(),
        inputTokenLimit: tokens,
        supportedGenerationMethods: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});
const ollamaList = z.object({ models: z.array(z.object({ name: z.string() })).nullish() });
const ollamaShow = z.object({
  capabilities: z.array(z.string()).optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const failed = createJsonErrorResponseHandler({
  errorSchema: z.object({ error: z.object({ message: z.string() }) }),
  errorToMessage: ({ error }) => error.message,
});

/** Reads a provider's own list. See `Models.listModels`. */
export async function listModels(
  fetcher: Pick<GuardedFetch, 'providerFetch'>,
  provider: RemoteConnection,
  signal?: AbortSignal,
): Promise<ModelDraft[]> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const service: Service = {
    base: provider.apiHost,
    fetch: boundedFetch(fetcher.providerFetch(provider.apiHost), MAX_LIST_BYTES),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    apiKey: provider.apiKey,
  };
  const listed = await listings[provider.kind](service);
  // Skips ids that cannot be shown, stored or sent back.
  const usable = listed.slice(0, MAX_LOOKED_AT).filter(({ modelId }) => isUsableId(modelId));
  const unique = new Map(usable.map((model) => [model.modelId, model]));
  return [...unique.values()]
    .slice(0, MAX_MODELS)
    .map((model) => describeModel(provider.kind, model))
    .filter((draft) => draft !== null);
}

function isUsableId(modelId: string): boolean {
  return modelId.trim() === modelId && modelIdSchema.safeParse(modelId).success;
}

interface Service {
  base: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  apiKey: string | null;
}

const listings: Record<RemoteConnection['kind'], (service: Service) => Promise<ListedModel[]>> = {
  openai: listOpenAi,
  'openai-compatible': listOpenAi,
  anthropic: listAnthropic,
  google: listGoogle,
  ollama: listOllama,
};

async function get<T>(
  service: Service,
  path: string,
  headers: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  const { value } = await getFromApi({
    url: `${service.base}${path}`,
    headers,
    fetch: service.fetch,
    abortSignal: service.signal,
    failedResponseHandler: failed,
    successfulResponseHandler: createJsonResponseHandler(schema),
    // The address is the operator's own, and `providerFetch` judges it when connecting.
    validateUrl: false,
  });
  return value;
}

async function listOpenAi(service: Service): Promise<ListedModel[]> {
  const { data } = await get(service, '/models', bearer(service.apiKey), openaiList);
  return data.map((model) => ({
    modelId: model.id,
    name: model.name,
    contextWindow:
      model.context_length ??
      model.context_window ??
      model.max_model_len ??
      model.max_context_length ??
      undefined,
    abilities: {
      ...(model.architecture && { vision: model.architecture.input_modalities.includes('image') }),
      ...(model.supported_parameters && {
        tools: model.supported_parameters.includes('tools'),
        reasoning: model.supported_parameters.includes('reasoning'),
      }),
    },
    prices: toldPrices(model.pricing),
  }));
}

/** Parses prices in a list; undefined where it has none. */
function toldPrices(pricing: { prompt: unknown; completion: unknown } | undefined): ModelPrices | undefined {
  const inputPrice = pricePerToken(pricing?.prompt);
  const outputPrice = pricePerToken(pricing?.completion);
  if (inputPrice === null || outputPrice === null) return undefined;
  return { ...noPrices, inputPrice, outputPrice };
}

async function listAnthropic(service: Service): Promise<ListedModel[]> {
  const headers = { 'x-api-key': service.apiKey ?? '', 'anthropic-version': '2023-06-01' };
  const { data } = await get(service, '/models?limit=1000', headers, anthropicList);
  return data.map(({ id, display_name }) => ({ modelId: id, name: display_name }));
}

async function listGoogle(service: Service): Promise<ListedModel[]> {
  const headers = { 'x-goog-api-key': service.apiKey ?? '' };
  const { models } = await get(service, '/models?pageSize=1000', headers, googleList);
  return models
    .filter(
      ({ name, supportedGenerationMethods: methods }) =>
        methods.includes('generateContent') ||
        methods.includes('embedContent') ||
        (methods.includes('predict') && /imagen/.test(name)),
    )
    .map((model) => ({
      modelId: model.name.replace(/^models\//, ''),
      name: model.displayName,
      contextWindow: model.inputTokenLimit,
      ...(!model.supportedGenerationMethods.includes('generateContent') &&
        model.supportedGenerationMethods.includes('embedContent') && { kind: 'embedding' as const }),
    }));
}

async function listOllama(service: Service): Promise<ListedModel[]> {
  const { models } = await get(service, '/tags', bearer(service.apiKey), ollamaList);
  const names = (models ?? []).map(({ name }) => name);
  const listed: ListedModel[] = [];
  for (let start = 0; start < Math.min(names.length, MAX_SHOWN); start += SHOW_AT_ONCE) {
    const batch = names.slice(start, Math.min(start + SHOW_AT_ONCE, MAX_SHOWN));
    listed.push(...(await Promise.all(batch.map((name) => showOllama(service, name)))));
  }
  return [...listed, ...names.slice(MAX_SHOWN).map((modelId) => ({ modelId }))];
}

async function showOllama(service: Service, modelId: string): Promise<ListedModel> {
  try {
    const { value } = await postJsonToApi({
      url: `${service.base}/show`,
      headers: bearer(service.apiKey),
      body: { model: modelId },
      fetch: service.fetch,
      abortSignal: service.signal,
      failedResponseHandler: failedResponse,
      successfulResponseHandler: createJsonResponseHandler(ollamaShow),
    });
    const can = value.capabilities;
    const window = Object.entries(value.model_info ?? {}).find(([key]) =>
      key.endsWith('.context_length'),
    )?.[1];
    return {
      modelId,
      contextWindow: typeof window === 'number' && window > 0 ? window : undefined,
      ...(can && {
        abilities: {
          tools: can.includes('tools'),
          vision: can.includes('vision'),
          reasoning: can.includes('thinking'),
        },
        kind: can.includes('completion') ? ('chat' as const) : ('embedding' as const),
      }),
    };
  } catch {
    // An older service has no such endpoint; its models are described by their names.
    return { modelId };
  }
}
