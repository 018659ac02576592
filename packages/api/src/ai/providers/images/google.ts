import { createGoogle } from '@ai-sdk/google';
import {
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  postJsonToApi,
} from '@ai-sdk/provider-utils';
import type { Aspect } from '@tandem/shared/image/schema';
import * as z from 'zod';
import { ProviderStreamError } from '../../errors/types.ts';
import { fromBase64 } from './decode.ts';
import type { DrawnPicture, DrawRequest, ImageModel } from './types.ts';

const ratios = { square: '1:1', landscape: '4:3', portrait: '3:4' } as const satisfies Record<Aspect, string>;

const failed = createJsonErrorResponseHandler({
  errorSchema: z.object({ error: z.object({ message: z.string() }) }),
  errorToMessage: ({ error }) => error.message,
});
const imagenSchema = z.object({
  predictions: z
    .array(
      z.object({
        bytesBase64Encoded: z.string().optional(),
        prompt: z.string().optional().catch(undefined),
        raiFilteredReason: z.string().optional().catch(undefined),
      }),
    )
    .default([]),
});

export interface GoogleImageOptions {
  fetch: typeof fetch;
  apiHost: string;
  apiKey: string;
}

/** Google's image models: Gemini by its chat protocol, Imagen by its own. */
export function googleImageModel(modelId: string, options: GoogleImageOptions): ImageModel {
  return modelId.startsWith('gemini') ? gemini(modelId, options) : imagen(modelId, options);
}

function gemini(modelId: string, { fetch, apiHost, apiKey }: GoogleImageOptions): ImageModel {
  const model = createGoogle({ baseURL: apiHost, apiKey, fetch }).image(modelId);
  return {
    async draw({ prompt, aspect, inputs, signal }): Promise<DrawnPicture> {
      const { images, usage, providerMetadata } = await model.doGenerate({
        prompt,
        n: 1,
        size: undefined,
        aspectRatio: ratios[aspect],
        seed: undefined,
        files: inputs.map(({ mediaType, data }) => ({ type: 'file' as const, mediaType, data })),
        mask: undefined,
        providerOptions: {},
        abortSignal: signal,
      });
      const [image] = images;
      if (image === undefined) throw nothing(reasonIn(providerMetadata?.google));
      return {
        data: typeof image === 'string' ? fromBase64(image) : image,
        revisedPrompt: '',
        inputTokens: usage?.inputTokens ?? null,
        outputTokens: usage?.outputTokens ?? null,
      };
    },
  };
}

function imagen(modelId: string, { fetch, apiHost, apiKey }: GoogleImageOptions): ImageModel {
  return {
    async draw({ prompt, aspect, signal }: DrawRequest): Promise<DrawnPicture> {
      const { value } = await postJsonToApi({
        url: `${apiHost}/models/${encodeURIComponent(modelId)}:predict`,
        headers: { 'x-goog-api-key': apiKey },
        body: {
          instances: [{ prompt }],
          parameters: { sampleCount: 1, aspectRatio: ratios[aspect], includeRaiReason: true },
        },
        failedResponseHandler: failed,
        successfulResponseHandler: createJsonResponseHandler(imagenSchema),
        fetch,
        abortSignal: signal,
      });
      const [picture] = value.predictions;
      if (!picture?.bytesBase64Encoded) throw nothing(picture?.raiFilteredReason ? 'SAFETY' : '');
      return {
        data: fromBase64(picture.bytesBase64Encoded),
        revisedPrompt: picture.prompt ?? '',
        inputTokens: null,
        outputTokens: null,
      };
    },
  };
}

function reasonIn(metadata: unknown): string {
  const isSaid = typeof metadata === 'object' && metadata !== null && 'finishReason' in metadata;
  return isSaid ? String(metadata.finishReason) : '';
}

function nothing(reason: string): ProviderStreamError {
  return /SAFETY|PROHIBITED|BLOCK|RECITATION/.test(reason)
    ? new ProviderStreamError('filtered', 'The content filter took the picture away.')
    : new ProviderStreamError('empty', 'The answer holds no picture.');
}
