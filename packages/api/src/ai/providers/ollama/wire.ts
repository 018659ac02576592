import { createJsonErrorResponseHandler } from '@ai-sdk/provider-utils';
import * as z from 'zod';

/** One line of a streamed answer, or all of an unstreamed one. Unknown fields are ignored. */
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

/** Ollama sends `{"error": "words"}`; proxies before it may use OpenAI's form. */
const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

export const failedResponse = createJsonErrorResponseHandler({
  errorSchema,
  errorToMessage: ({ error }) => (typeof error === 'string' ? error : error.message),
});
