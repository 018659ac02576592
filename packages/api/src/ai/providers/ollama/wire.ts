import { createJsonErrorResponseHandler } from '@ai-sdk/provider-utils';
import * as z from 'zod';

/** One line of a streamed answer, or the whole of an unstreamed one. Unknown fields are ignored. */
export const chatLineSchema = z.object({
  error: z.string().optional(),
  model: z.string().optional(),
  created_at: z.string().optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().optional(),
            function: z.object({ name: z.string(), arguments: z.unknown() }),
          }),
        )
        .nullish(),
    })
    .optional(),
});
export type ChatLine = z.output<typeof chatLineSchema>;

/** Ollama says `{"error": "words"}`; proxies in front of it may say it OpenAI's way. */
const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

export const failedResponse = createJsonErrorResponseHandler({
  errorSchema,
  errorToMessage: ({ error }) => (typeof error === 'string' ? error : error.message),
});
