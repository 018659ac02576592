import { type Drawing, drawingSchema, PLAIN_DRAWING } from '@tandem/shared/image/schema';
import { keptChoices } from './kept-choices.ts';

const choices = keptChoices<Drawing>('drawing', (stored) => {
  const read = drawingSchema.safeParse(stored);
  return read.success ? read.data : PLAIN_DRAWING;
});

/** The image options chosen in one place, for this person only; they survive a reload. */
export const useDrawingChoice = choices.useChoice;

/** Copies a choice from the place where a channel is started to the channel. */
export const keepDrawingChoice = choices.keep;
