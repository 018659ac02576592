import { expect, it } from 'vitest';
import { costOfStep } from './step-cost.ts';

const prices = { inputPrice: 1_000_000, outputPrice: 2_000_000, imagePrice: 500 };
const step = { inputTokens: 100, outputTokens: 50 };
const charged = { cost: 900, inputTokens: 200, outputTokens: 100, images: 1 };

it('goes by the price while the run goes on', () => {
  expect(costOfStep({ charged: null, prices }, step)).toBe(200);
  expect(costOfStep({ charged: null, prices: null }, step)).toBe(0);
});

it('is the part of what was charged afterwards, whatever the price is by then', () => {
  expect(costOfStep({ charged, prices }, step)).toBe(200);
  const doubled = { inputPrice: 2_000_000, outputPrice: 4_000_000, imagePrice: 1_000 };
  expect(costOfStep({ charged, prices: doubled }, step)).toBe(200);
  expect(costOfStep({ charged, prices: null }, step)).toBe(450);
  const free = { inputPrice: null, outputPrice: null, imagePrice: null };
  expect(costOfStep({ charged, prices: free }, step)).toBe(450);
});

it('is nothing where nothing was charged, and never more than everything', () => {
  expect(costOfStep({ charged: { ...charged, cost: 0 }, prices }, step)).toBe(0);
  const none = { cost: 10, inputTokens: 0, outputTokens: 0, images: 0 };
  expect(costOfStep({ charged: none, prices: null }, step)).toBe(0);
  expect(costOfStep({ charged, prices: null }, { inputTokens: 900, outputTokens: 0 })).toBe(900);
});
