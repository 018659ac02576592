import { createHmac, randomUUID } from 'node:crypto';
import { type Db, transaction } from '@tandem/db';
import { offlineProviderDraft, providersFromEnvironment } from '../../ai/providers/environment.ts';
import { encryptSecret } from '../../ai/providers/secrets.ts';
import type { ProviderDraft } from '../../ai/providers/types.ts';
import type { Platform } from '../../core/platform.ts';
import type { Settings } from '../../core/settings.ts';
import { modelsOf } from './models.ts';
import {
  deleteOtherModels,
  fingerprintsByOrigin,
  insertModels,
  insertOriginProvider,
  lockProviderStart,
  providerIdOfOrigin,
  updateProviderRow,
} from './provider.repo.ts';

type Values = Settings['providers'];
const noValues: Values = {
  openaiApiKey: null,
  openaiBaseUrl: null,
  anthropicApiKey: null,
  googleApiKey: null,
  ollamaUrl: null,
};

/** A service the environment may configure, with its variables. */
interface Source {
  origin: string;
  values: Values;
  fingerprint: string;
}

function offlineModels(): string[] {
  return offlineProviderDraft().models.map(({ modelId }) => modelId);
}

/** The services that the environment names, and the built-in one, in the order of preference. */
function sourcesOf({ providers: values, secretKey }: Settings): Source[] {
  const { openaiApiKey, openaiBaseUrl, anthropicApiKey, googleApiKey, ollamaUrl } = values;
  const named: [string, Partial<Values>][] = [
    ['openai', { openaiApiKey, openaiBaseUrl }],
    ['anthropic', { anthropicApiKey }],
    ['google', { googleApiKey }],
    ['ollama', { ollamaUrl }],
  ];
  return [
    ...named.filter(([, own]) => Object.values(own).some((value) => value !== null)),
    ['offline', {}] as const,
  ].map(([origin, own]) => ({
    origin,
    values: { ...noValues, ...own },
    fingerprint: createHmac('sha256', secretKey)
      // The built-in one changes with this version, and not with the environment.
      .update(JSON.stringify([origin, origin === 'offline' ? offlineModels() : own]))
      .digest('hex'),
  }));
}

/** Names of the services that the environment describes now, the built-in one among them. */
export function originsOf(settings: Settings): ReadonlySet<string> {
  return new Set(sourcesOf(settings).map(({ origin }) => origin));
}

/**
 * Creates the installation's providers from the environment, and applies values that changed there; people's
 * changes stay while the environment is unchanged. Costs one query without changes; otherwise each configured
 * service is first asked for its models (5 s at most).
 */
export async function ensureProviders(platform: Platform): Promise<void> {
  const { db } = platform.database;
  const news = await unknownSources(db, platform.settings);
  if (news.length === 0) return;
  const drafts = new Map(
    await Promise.all(news.map(async (source) => [source.origin, await draftOf(platform, source)] as const)),
  );
  await transaction(db, async (tx) => {
    await lockProviderStart(tx);
    for (const source of await unknownSources(tx, platform.settings)) {
      const draft = drafts.get(source.origin);
      if (draft) await store(tx, platform.settings.secretKey, source, draft);
    }
  });
}

async function unknownSources(db: Db, settings: Settings): Promise<Source[]> {
  const known = await fingerprintsByOrigin(db);
  return sourcesOf(settings).filter(({ origin, fingerprint }) => known.get(origin) !== fingerprint);
}

async function draftOf(platform: Platform, { origin, values }: Source): Promise<ProviderDraft | null> {
  if (origin === 'offline') return offlineProviderDraft();
  try {
    const drafts = await providersFromEnvironment(values, modelsOf(platform));
    return drafts.find(({ kind }) => kind !== 'offline') ?? null;
  } catch (error) {
    platform.log.error({ err: error, provider: origin }, 'provider from the environment was refused');
    return null;
  }
}

async function store(tx: Db, secretKey: string, source: Source, draft: ProviderDraft): Promise<void> {
  const { origin, fingerprint: originFingerprint } = source;
  const { kind, name, apiHost, keepAliveTime, models } = draft;
  const existing = await providerIdOfOrigin(tx, origin);
  const id = existing ?? randomUUID();
  const apiKey =
    draft.apiKey === null ? null : encryptSecret(secretKey, { providerId: id, apiHost }, draft.apiKey);
  const values = { kind, name, apiHost, apiKey, originFingerprint };
  if (existing === null) await insertOriginProvider(tx, { id, origin, ...values, keepAliveTime });
  else await updateProviderRow(tx, id, values);
  if (models.length > 0) await deleteOtherModels(tx, id, models);
  await insertModels(tx, id, models);
}
