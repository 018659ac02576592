import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageModel } from '../../providers/images/types.ts';
import { noteOnDrawing } from './note.ts';
import { drawPicture } from './picture.ts';

/** Milliseconds until a picture is returned: long enough for the progress to be visible. */
const NATURAL_PACE_MS = 600;

/** The built-in program behind the interface of a model that draws. Needs no key and no network. */
export function createOfflineImageModel({
  delayMs = NATURAL_PACE_MS,
}: {
  delayMs?: number | undefined;
} = {}): ImageModel {
  return {
    async draw({ prompt, aspect, signal }) {
      await sleep(delayMs, undefined, { signal });
      return {
        data: await drawPicture(prompt, aspect, randomUUID()),
        revisedPrompt: '',
        note: noteOnDrawing(prompt),
        inputTokens: null,
        outputTokens: null,
      };
    },
  };
}
