import { APICallError } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import type { EmbeddingModel } from '../../../ai/providers/embedding/types.ts';
import { embedPassages } from './embed-passages.ts';

const tooLong = new APICallError({
  ...{ message: 'failed', url: 'https://api.test/v1/embeddings', requestBodyValues: {}, statusCode: 400 },
  responseBody: JSON.stringify({ error: { message: 'too long', code: 'context_length_exceeded' } }),
});

it('asks no further once it is not admitted, as when another job has taken over', async () => {
  const asked: number[] = [];
  const model = {
    embed({ texts }: { texts: readonly string[] }) {
      asked.push(texts[0]?.length ?? 0);
      return Promise.reject(tooLong);
    },
  } as unknown as EmbeddingModel;
  let admitted = 0;
  const admit = () => {
    admitted += 1;
    return admitted > 2 ? Promise.reject(new Error('lost')) : Promise.resolve(AbortSignal.timeout(1_000));
  };
  await expect(embedPassages(model, ['x'.repeat(4_000)], admit)).rejects.toThrow('lost');
  expect(asked).toEqual([4_000, 2_000]);
});
