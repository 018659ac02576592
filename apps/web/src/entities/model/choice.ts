import { keptChoices } from './kept-choices.ts';

const choices = keptChoices<string | null>('model', (stored) => (typeof stored === 'string' ? stored : null));

/**
 * The model that this person chose for one channel or place; null: the assistant's own. It is theirs alone and
 * survives a reload.
 */
export const useModelChoice = choices.useChoice;

/** Copies a choice from the place where a channel is started to the channel. */
export function keepModelChoice(place: string, modelId: string | null): void {
  if (modelId !== null) choices.keep(place, modelId);
}
