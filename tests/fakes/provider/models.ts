import type { JsonObject } from './json.ts';

/** Models the fake lists; others answer too. Names after `fake-` are directives. */
export const fakeModels = ['fake-text', 'fake-tool', 'fake-reasoning', 'fake-embedding'] as const;

/** Answers of the listing endpoints, by path; null when the path is none of them. */
export function listingFor(
  path: string,
  isAnthropic: boolean,
  body: JsonObject,
  models: readonly string[] = fakeModels,
): JsonObject | null {
  if (path === '/v1beta/models') {
    return {
      models: models.map((id) => ({
        name: `models/${id}`,
        displayName: id,
        inputTokenLimit: 32_768,
        outputTokenLimit: 8_192,
        supportedGenerationMethods: [id === 'fake-embedding' ? 'embedContent' : 'generateContent'],
      })),
    };
  }
  if (path === '/api/tags')
    return { models: models.map((name) => ({ name, model: name, size: 1, details: {} })) };
  if (path === '/api/show') {
    const isEmbedding = body.model === 'fake-embedding';
    return {
      details: { family: 'fake' },
      model_info: { 'general.architecture': 'fake', 'fake.context_length': 16_384 },
      capabilities: isEmbedding ? ['embedding'] : ['completion', 'tools', 'thinking'],
    };
  }
  if (path !== '/v1/models' && path !== '/models') return null;
  if (isAnthropic) {
    const data = models.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2025-01-01T00:00:00Z',
    }));
    return { data, has_more: false, first_id: models[0], last_id: models.at(-1) };
  }
  return {
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'fake' })),
  };
}
