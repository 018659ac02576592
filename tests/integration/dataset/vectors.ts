import type { RetrievalSettings } from '@tandem/shared/dataset/retrieval';
import { expect } from 'vitest';
import type { FakeProvider } from '../../fakes/provider/server.ts';
import type { Api } from '../../running/api.ts';
import { create } from '../provider/administering.ts';

/** Adds a free model to a new provider at the fake. @returns the id of its row */
export async function addModel(
  api: Api,
  fake: FakeProvider,
  kind: 'embedding' | 'rerank',
  modelId: string,
): Promise<string> {
  const { id: providerId } = await create(api, fake);
  const { id } = await api.trpc.model.add.mutate({
    ...{ providerId, modelId, kind },
    ...{ inputPrice: 0, outputPrice: 0, imagePrice: 0 },
  });
  return id;
}

/** Waits until the vectors of the chosen model are searched, or are not being made. */
export async function untilFilled(api: Api): Promise<RetrievalSettings> {
  const read = () => api.trpc.retrieval.settings.query();
  await expect
    .poll(async () => {
      const { embedding } = await read();
      return embedding && (embedding.problem !== null || embedding.isReady);
    })
    .toBe(true);
  return read();
}

/** The texts that the fake was given to embed as passages or as queries. */
export function embeddedTexts(fake: FakeProvider): string[] {
  return fake.requests.flatMap(({ path, body }) =>
    path.endsWith('/embeddings') ? (body.input as string[]) : [],
  );
}

/** A text of so many passages, each about its own number. */
export const longText = (passages: number) =>
  Array.from({ length: passages }, (_, i) => `${`Entry ${i} tells of berth and rope. `.repeat(18)}`).join(
    '\n\n',
  );
