import { describe, expect, test } from 'vitest';
import { knownPrices, noPrices, pricePerToken } from './prices.ts';

const dollars = (price: number | null) => (price === null ? null : price / 100_000_000);

describe('known prices', () => {
  test.each([
    ['openai', 'gpt-4o-mini', 0.15, 0.6],
    ['openai-compatible', 'GPT-4o-mini-2024-07-18', 0.15, 0.6],
    ['openai', 'gpt-5', 1.25, 10],
    ['anthropic', 'claude-sonnet-4-5-20250929', 3, 15],
    ['anthropic', 'claude-opus-4-20250514', 15, 75],
    ['google', 'gemini-2.5-flash', 0.3, 2.5],
    ['google', 'gemini-2.5-flash-lite-preview-09-2025', 0.1, 0.4],
    ['google', 'gemini-2.0-flash-001', 0.1, 0.4],
  ] as const)('%s %s', (provider, modelId, input, output) => {
    const prices = knownPrices(provider, modelId, 'chat');
    expect([dollars(prices.inputPrice), dollars(prices.outputPrice)]).toEqual([input, output]);
  });

  test('a picture has a price of its own', () => {
    expect(dollars(knownPrices('openai-compatible', 'dall-e-3', 'image').imagePrice)).toBe(0.04);
  });

  test('an unknown model has none, whatever family it resembles', () => {
    for (const modelId of ['gpt-5.4', 'gpt-4o-mini-next', 'my-gpt-4o', 'constructor', ''])
      expect(knownPrices('openai-compatible', modelId, 'chat')).toEqual(noPrices);
  });

  test('the built-in model and Ollama’s are free', () => {
    expect(knownPrices('offline', 'tandem-guide', 'chat').inputPrice).toBe(0);
    expect(knownPrices('ollama', 'gpt-4o-mini', 'chat')).toEqual({
      inputPrice: 0,
      outputPrice: 0,
      imagePrice: 0,
    });
  });
});

test('prices of a provider’s list are used where plausible', () => {
  expect(dollars(pricePerToken('0.00000015'))).toBe(0.15);
  expect(pricePerToken('0')).toBe(0);
  for (const odd of ['-1', '', 'free', Number.NaN, Number.POSITIVE_INFINITY, 3, null, undefined, {}, []])
    expect(pricePerToken(odd)).toBeNull();
});
