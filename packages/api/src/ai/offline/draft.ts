import { knownPrices } from '../prices/prices.ts';
import type { ModelDraft } from '../providers/types.ts';

/** The built-in model's name in requests. */
export const OFFLINE_MODEL_ID = 'tandem-guide';

/** The name in requests of the built-in program that draws. */
export const OFFLINE_IMAGE_MODEL_ID = 'tandem-draw';

/** The rows of the built-in provider. */
export function offlineModelDrafts(): ModelDraft[] {
  return [offlineModelDraft(), offlineImageModelDraft()];
}

function offlineImageModelDraft(): ModelDraft {
  return {
    modelId: OFFLINE_IMAGE_MODEL_ID,
    name: 'Tandem Draw (built in)',
    kind: 'image',
    abilities: { tools: false, vision: false, reasoning: false },
    contextWindow: 1_024,
    enabled: true,
    ...knownPrices('offline', OFFLINE_IMAGE_MODEL_ID, 'image'),
  };
}

/** The row of the built-in model that speaks. */
export function offlineModelDraft(): ModelDraft {
  return {
    modelId: OFFLINE_MODEL_ID,
    name: 'Tandem Guide (built in)',
    kind: 'chat',
    abilities: { tools: true, vision: false, reasoning: false },
    contextWindow: 32_768,
    enabled: true,
    ...knownPrices('offline', OFFLINE_MODEL_ID, 'chat'),
  };
}
