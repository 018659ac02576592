import type { ProviderKind } from '@tandem/shared/provider/schema';
import type { Settings } from '../../core/settings.ts';
import { offlineModelDrafts } from '../offline/draft.ts';
import { describeModel } from './families.ts';
import { defaultApiHost, kindOfOpenAiHost, normaliseApiHost } from './hosts.ts';
import type { ModelDraft, Models, ProviderDraft } from './types.ts';

/** With more models than this, only the preferred ones are enabled at first. */
const MANY = 20;

/** Good first choices, best first; a provider's list is ordered by them. */
const preferred: Partial<Record<ProviderKind, RegExp[]>> = {
  openai: [
    /^gpt-5\.4-mini$/,
    /^gpt-5\.4$/,
    /^gpt-5-mini$/,
    /^gpt-5$/,
    /^gpt-4\.1-mini$/,
    /^gpt-4\.1$/,
    /^gpt-4o-mini$/,
    /^gpt-4o$/,
    /^gpt-image-\d[\d.]*$/,
    /^text-embedding-3-small$/,
  ],
  anthropic: [/^claude-sonnet/, /^claude-haiku/, /^claude-opus/],
  google: [/^gemini-[\d.]+-flash$/, /^gemini-[\d.]+-pro$/, /^gemini-flash-latest$/, /^gemini-pro-latest$/],
};

/** Models assumed when the provider cannot be asked at the first start. */
const usual: Partial<Record<ProviderKind, string[]>> = {
  openai: ['gpt-5-mini', 'gpt-5', 'gpt-4.1', 'gpt-4o-mini'],
  anthropic: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'],
  google: ['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-2.5-flash-lite'],
};

/**
 * Returns the providers of a first start, best first and the built-in one last; the first chat model in the
 * list becomes the default. Asks all providers for their models at once, for 5 s at most. One that does not
 * answer gets the usual models of its kind. If its kind has none (OPENAI_BASE_URL at another host, Ollama),
 * its list is empty until `Models.discover` fills it on demand.
 * @throws FetchRefused when a variable is not a valid address.
 */
export async function providersFromEnvironment(
  settings: Settings['providers'],
  models: Pick<Models, 'discover'>,
): Promise<ProviderDraft[]> {
  const drafts = await Promise.all(
    wanted(settings).map(async (draft) => {
      // There is no row yet; the address serves as the id.
      const listed = await models.discover({ ...draft, id: draft.apiHost });
      return { ...draft, models: listed.length > 0 ? listed : usualModels(draft.kind) };
    }),
  );
  return [...drafts, offlineProviderDraft()];
}

/** The built-in provider, which needs no network and no key. */
export function offlineProviderDraft(): ProviderDraft {
  return {
    kind: 'offline',
    name: 'Tandem',
    apiHost: '',
    apiKey: null,
    keepAliveTime: 0,
    models: offlineModelDrafts(),
  };
}

/** Orders a provider's list by preference, and enables all of a short list or the best of a long one. */
export function chooseModels(kind: ProviderKind, listed: readonly ModelDraft[]): ModelDraft[] {
  const patterns = preferred[kind] ?? [];
  const rank = ({ modelId }: ModelDraft) => {
    const index = patterns.findIndex((pattern) => pattern.test(modelId));
    return index === -1 ? patterns.length : index;
  };
  const ordered = listed.toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.kind !== 'chat') - Number(b.kind !== 'chat'),
  );
  if (ordered.length <= MANY) return ordered;
  const anyPreferred = ordered.some((model) => rank(model) < patterns.length);
  return ordered.map((model, index) => ({
    ...model,
    enabled: anyPreferred ? rank(model) < patterns.length : index < MANY,
  }));
}

function usualModels(kind: ProviderKind): ModelDraft[] {
  return (usual[kind] ?? [])
    .map((modelId) => describeModel(kind, { modelId }))
    .filter((draft) => draft !== null);
}

type Wanted = Omit<ProviderDraft, 'models'>;

function wanted(settings: Settings['providers']): Wanted[] {
  const list: Wanted[] = [];
  const add = (kind: ProviderKind, name: string, apiHost: string, apiKey: string | null) =>
    list.push({ kind, name, apiHost, apiKey, keepAliveTime: 0 });
  if (settings.openaiBaseUrl !== null) {
    const apiHost = normaliseApiHost('openai-compatible', settings.openaiBaseUrl);
    const kind = kindOfOpenAiHost(apiHost);
    add(kind, kind === 'openai' ? 'OpenAI' : new URL(apiHost).host, apiHost, settings.openaiApiKey);
  } else if (settings.openaiApiKey !== null) {
    add('openai', 'OpenAI', defaultApiHost('openai'), settings.openaiApiKey);
  }
  if (settings.anthropicApiKey !== null) {
    add('anthropic', 'Anthropic', defaultApiHost('anthropic'), settings.anthropicApiKey);
  }
  if (settings.googleApiKey !== null)
    add('google', 'Google', defaultApiHost('google'), settings.googleApiKey);
  if (settings.ollamaUrl !== null)
    add('ollama', 'Ollama', normaliseApiHost('ollama', settings.ollamaUrl), null);
  return list;
}
