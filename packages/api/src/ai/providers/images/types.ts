import type { Aspect } from '@tandem/shared/image/schema';

/** Bytes of one picture at most, as a provider sends it. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/** An input picture of a drawing. */
export interface InputPicture {
  mediaType: string;
  data: Uint8Array;
}

/** One picture to draw. */
export interface DrawRequest {
  prompt: string;
  aspect: Aspect;
  /** Empty for a model that draws from words alone. */
  inputs: readonly InputPicture[];
  signal: AbortSignal;
}

/** A picture as its provider sent it, not yet validated. */
export interface DrawnPicture {
  data: Uint8Array;
  /** The prompt as the provider rewrote it; "" when it did not. */
  revisedPrompt: string;
  /** Text below the pictures; absent for none. */
  note?: string;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A model that draws. */
export interface ImageModel {
  /** @throws errors that `classifyProviderError` understands */
  draw(request: DrawRequest): Promise<DrawnPicture>;
}
