import type { ProviderWithModels } from '@tandem/shared/provider/schema';
import { type RestRow, row } from '../../core/rest/row.ts';

/** Presents a provider for REST; it says whether there is a key, never the key. */
function legacyProvider(provider: ProviderWithModels) {
  const { id, name, kind, scope, apiHost, hasKey, keepAliveTime, enabled, modelList, isFromEnvironment } =
    provider;
  return {
    id,
    name,
    kind,
    scope,
    apiKey: { key: '' },
    hasKey,
    isFromEnvironment,
    apiHost,
    keepAliveTime,
    enabled: enabled ? 1 : 0,
    modelList,
  };
}

const change = {
  path: '/api/admin/aiModel/{id}',
  summary:
    'Changes a provider: an empty key leaves the stored one, another host without a key drops it, `modelList` switches the models it names',
  calls: 'provider.update',
  rename: { id: 'providerId' },
  // Read-only keys of GET, so that it can be put back.
  ignore: ['id', 'kind', 'scope', 'hasKey', 'isFromEnvironment'],
  output: legacyProvider,
} as const;

export const providerRows: RestRow[] = [
  row<ProviderWithModels[]>({
    verb: 'GET',
    path: '/api/admin/aiModel/-/allList',
    summary: "The current team's model providers and the installation's, with their models, without keys",
    calls: 'provider.all',
    output: (list) => list.map(legacyProvider),
  }),
  row<ProviderWithModels>({ verb: 'PUT', ...change }),
  row<ProviderWithModels>({ verb: 'PATCH', ...change }),
  row({
    verb: 'GET',
    path: '/api/admin/aiModel/{id}/modelList',
    summary: "A provider's models, with what they can do and cost",
    calls: 'model.all',
    rename: { id: 'providerId' },
  }),
  row({
    verb: 'GET',
    path: '/api/aiModel/-/list',
    summary: 'The models that one may use in the current team, best first',
    calls: 'model.list',
  }),
];
