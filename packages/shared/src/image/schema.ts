import * as z from 'zod';

export const aspects = ['square', 'landscape', 'portrait'] as const;
export type Aspect = (typeof aspects)[number];

/** Maximum pictures of one question. */
export const MAX_DRAWN = 4;

/** Options for an image model, besides the prompt. */
export const drawingSchema = z.strictObject({
  aspect: z.enum(aspects).default('square'),
  count: z.int().min(1).max(MAX_DRAWN).default(1),
});
export type Drawing = z.output<typeof drawingSchema>;

/** One square picture. */
export const PLAIN_DRAWING: Drawing = { aspect: 'square', count: 1 };
