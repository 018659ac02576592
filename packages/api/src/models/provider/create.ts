import { randomUUID } from 'node:crypto';
import { transaction } from '@tandem/db';
import {
  type AddShowcase,
  type CreateProvider,
  MAX_PROVIDERS,
  type Provider,
  type ProviderWithModels,
} from '@tandem/shared/provider/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { kindOfOpenAiHost } from '../../ai/providers/hosts.ts';
import type { ModelDraft } from '../../ai/providers/types.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isOperator } from '../../identity/team/team.service.ts';
import { countProviders, insertProvider, lockProviders } from './admin.repo.ts';
import { draftOf, sealKey, usableHost } from './connect.ts';
import { getProvider, withModels } from './list.ts';
import { addModelRows } from './model.repo.ts';

/** Models of the showcase: a chat model and an image model. */
const SHOWCASE_MODELS = ['gpt-4o-mini', 'dall-e-3'];
const SHOWCASE_NAME = 'Showcase';

/**
 * Stores a provider without contacting it.
 * @throws AppError `badProviderHost`, `tooManyProviders`, `forbidden` for the installation's by anyone but
 * operators
 */
export async function createProvider(
  ctx: UserContext,
  teamId: string,
  input: CreateProvider,
): Promise<Provider> {
  if (input.scope === 'installation' && !(await isOperator(ctx.db, ctx.actor)))
    throw new AppError('forbidden');
  const apiHost = usableHost(input.kind, input.apiHost);
  const owner = input.scope === 'installation' ? null : teamId;
  const id = await store(ctx, owner, { ...input, apiHost }, []);
  return getProvider(ctx, teamId, id);
}

/**
 * Sets up, in one call, a provider that speaks as OpenAI does, with a chat model, one that draws, and a third by name.
 * @throws AppError `badProviderHost`, `tooManyProviders`
 */
export async function addShowcase(
  ctx: UserContext,
  teamId: string,
  { apiKey, apiHost, token }: AddShowcase,
): Promise<ProviderWithModels> {
  const host = usableHost('openai', apiHost);
  const kind = kindOfOpenAiHost(host);
  const names = new Set([...SHOWCASE_MODELS, ...(token === undefined ? [] : [token])]);
  const id = await store(
    ctx,
    teamId,
    { kind, name: SHOWCASE_NAME, apiHost: host, apiKey, keepAliveTime: 0 },
    [...names].map((modelId) => draftOf(kind, modelId)),
  );
  return withModels(ctx.db, await getProvider(ctx, teamId, id));
}

async function store(
  ctx: UserContext,
  teamId: string | null,
  input: Pick<CreateProvider, 'kind' | 'name' | 'apiKey' | 'apiHost' | 'keepAliveTime'>,
  drafts: readonly ModelDraft[],
): Promise<string> {
  const id = randomUUID();
  const { kind, name, apiHost, keepAliveTime } = input;
  const apiKey = sealKey(ctx.platform, { providerId: id, apiHost }, input.apiKey);
  await transaction(ctx.db, async (tx) => {
    await lockProviders(tx, teamId);
    if ((await countProviders(tx, teamId)) >= MAX_PROVIDERS)
      throw new AppError('tooManyProviders', { most: MAX_PROVIDERS });
    const { userId: creatorId } = ctx.actor;
    await insertProvider(tx, { id, teamId, kind, name, apiHost, apiKey, keepAliveTime, creatorId });
    await addModelRows(
      tx,
      id,
      drafts.map((draft) => ({ ...draft, isListed: false })),
      0,
    );
    await recordAudit(tx, ctx, {
      teamId,
      action: 'provider.create',
      target: { kind: 'provider', id, name },
      detail: { kind, apiHost, hasKey: apiKey !== null, models: drafts.map(({ modelId }) => modelId) },
    });
  });
  return id;
}
