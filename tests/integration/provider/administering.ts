import { makeColleague, makeTeam } from '@tandem/db/testing/factories/index';
import type { CreateProvider, ProviderKind } from '@tandem/shared/provider/schema';
import type { FakeProvider } from '../../fakes/provider/server.ts';
import type { Api } from '../../running/api.ts';
import { type OwnServer, startTestServer, type TestServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';

export const KEY = 'sk-only-for-this-test';

/** Kinds that are reached over the network. */
export const kinds = ['openai', 'openai-compatible', 'anthropic', 'google', 'ollama'] as const;

/** A server that may reach providers on this machine, whose first team has its operators. */
export async function startAdministered(): Promise<{ server: OwnServer; first: Team }> {
  const server = await startTestServer({ settings: { providerPrivateHosts: ['127.0.0.1'] } });
  const first = await openTeam(server);
  return { server, first };
}

/** The fake's address for one protocol. */
export function hostOf(fake: FakeProvider, kind: Exclude<ProviderKind, 'offline'>): string {
  return fake.urls[kind === 'openai-compatible' ? 'openai' : kind];
}

/** A provider at the fake, not asked for anything yet. */
export function create(api: Api, fake: FakeProvider, values: Partial<CreateProvider> = {}) {
  const kind = values.kind ?? 'openai-compatible';
  return api.trpc.provider.create.mutate({
    kind,
    name: 'A service',
    apiHost: hostOf(fake, kind),
    apiKey: KEY,
    ...values,
  });
}

/** Names of a provider's models, in order. */
export async function modelsOf(api: Api, providerId: string): Promise<string[]> {
  return (await api.trpc.model.all.query({ providerId })).map(({ modelId }) => modelId);
}

/** An administrator of a later team, who operates nothing. */
export async function laterAdministrator(server: TestServer): Promise<Api> {
  const team = await makeTeam(server.db, { name: 'Later' });
  const { id } = await makeColleague(server.db, team.id, 'admin');
  return server.as(id);
}

/** Checks that each of these calls is refused with this error key. */
export async function allRefused(calls: readonly Promise<unknown>[], key: string): Promise<void> {
  await Promise.all(calls.map((call) => expectRefused(call, key)));
}
