import {
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  postJsonToApi,
  postToApi,
} from '@ai-sdk/provider-utils';
import type { Aspect } from '@tandem/shared/image/schema';
import * as z from 'zod';
import type { GuardedFetch } from '../../../core/fetch/types.ts';
import { ProviderStreamError } from '../../errors/types.ts';
import { fromBase64, fromLink } from './decode.ts';
import type { DrawnPicture, DrawRequest, ImageModel } from './types.ts';

const tokens = z.number().nullish().catch(null);
const answerSchema = z.object({
  data: z.array(
    z.object({
      b64_json: z.string().nullish(),
      url: z.string().nullish(),
      revised_prompt: z.string().nullish().catch(null),
    }),
  ),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).nullish().catch(null),
});
type Answer = z.output<typeof answerSchema>;

const failed = createJsonErrorResponseHandler({
  errorSchema: z.object({ error: z.object({ message: z.string() }) }),
  errorToMessage: ({ error }) => error.message,
});

/** Sizes by family; an unknown name gets those that most services accept. */
const sizes: { pattern: RegExp; sizes: Record<Aspect, string> }[] = [
  {
    pattern: /dall-e-3/,
    sizes: { square: '1024x1024', landscape: '1792x1024', portrait: '1024x1792' },
  },
  // Supports squares only.
  {
    pattern: /dall-e-2/,
    sizes: { square: '1024x1024', landscape: '1024x1024', portrait: '1024x1024' },
  },
  { pattern: /./, sizes: { square: '1024x1024', landscape: '1536x1024', portrait: '1024x1536' } },
];

export interface OpenAiImageOptions {
  fetcher: Pick<GuardedFetch, 'providerFetch' | 'fetchPage'>;
  /** Bound to the provider's host. */
  fetch: typeof fetch;
  apiHost: string;
  headers: Record<string, string>;
}

/**
 * Models behind OpenAI-compatible image endpoints. Services return either a picture or its address; both are
 * accepted from all.
 */
export function openAiImageModel(modelId: string, options: OpenAiImageOptions): ImageModel {
  const { fetcher, fetch, apiHost, headers } = options;
  const common = {
    headers,
    fetch,
    failedResponseHandler: failed,
    successfulResponseHandler: createJsonResponseHandler(answerSchema),
  };

  async function generate({ prompt, aspect, signal }: DrawRequest): Promise<Answer> {
    const body = {
      model: modelId,
      prompt,
      n: 1,
      size: sizeFor(modelId, aspect),
      // Newer models always return pictures, and reject this parameter.
      ...(/dall-e/i.test(modelId) && { response_format: 'b64_json' }),
    };
    const url = `${apiHost}/images/generations`;
    return (await postJsonToApi({ ...common, url, body, abortSignal: signal })).value;
  }

  async function edit({ prompt, aspect, inputs, signal }: DrawRequest): Promise<Answer> {
    const form = new FormData();
    form.set('model', modelId);
    form.set('prompt', prompt);
    form.set('n', '1');
    form.set('size', sizeFor(modelId, aspect));
    const name = inputs.length === 1 ? 'image' : 'image[]';
    for (const [index, { mediaType, data }] of inputs.entries())
      form.append(name, new Blob([Uint8Array.from(data)], { type: mediaType }), nameOf(mediaType, index));
    // Serialised here: the guarded fetch uses another library with its own form class.
    const written = new Response(form);
    const type = written.headers.get('content-type') ?? '';
    const content = new Uint8Array(await written.arrayBuffer());
    const request = { headers: { ...headers, 'content-type': type }, body: { content, values: {} } };
    const url = `${apiHost}/images/edits`;
    return (await postToApi({ ...common, ...request, url, abortSignal: signal })).value;
  }

  return {
    async draw(request): Promise<DrawnPicture> {
      const { data, usage } = await (request.inputs.length > 0 ? edit(request) : generate(request));
      const [picture] = data;
      if (!picture?.b64_json && !picture?.url)
        throw new ProviderStreamError('empty', 'The answer holds no picture.');
      return {
        data: picture.b64_json
          ? fromBase64(picture.b64_json)
          : await fromLink(fetcher, apiHost, picture.url ?? '', request.signal),
        revisedPrompt: picture.revised_prompt ?? '',
        inputTokens: usage?.input_tokens ?? null,
        outputTokens: usage?.output_tokens ?? null,
      };
    },
  };
}

function sizeFor(modelId: string, aspect: Aspect): string {
  const family = sizes.find(({ pattern }) => pattern.test(modelId.toLowerCase()));
  return family?.sizes[aspect] ?? '1024x1024';
}

function nameOf(mediaType: string, index: number): string {
  return `picture-${index + 1}.${mediaType.replace('image/', '')}`;
}
