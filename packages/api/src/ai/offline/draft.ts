import { knownPrices } from '../providers/prices.ts';
import type { ModelDraft } from '../providers/types.ts';

/** The built-in model's name in requests. */
export const OFFLINE_MODEL_ID = 'tandem-guide';

/** The row of the built-in model. */
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
