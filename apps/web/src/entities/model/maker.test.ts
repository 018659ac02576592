import { expect, it } from 'vitest';
import { makerOf } from './maker.ts';

it.each([
  ['gpt-4o-mini', ''],
  ['anthropic/claude-sonnet', 'anthropic'],
  ['accounts/fireworks/models/llama', 'fireworks'],
  ['models/gemini', ''],
])('%s is made by "%s"', (modelId, maker) => {
  expect(makerOf(modelId)).toBe(maker);
});
