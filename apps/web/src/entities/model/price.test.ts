import { describe, expect, it } from 'vitest';
import { dollarText, priceOf, pricesOf } from './price.ts';

describe('a price', () => {
  it.each([
    ['0.15', 15_000_000],
    ['$2', 200_000_000],
    ['0,5', 50_000_000],
    ['.00000001', 1],
    ['0', 0],
    ['', null],
    ['  ', null],
    ['-1', undefined],
    ['1e3', undefined],
    ['free', undefined],
    ['10000', 1_000_000_000_000],
    ['10001', undefined],
    ['99999999', undefined],
  ])('parses %j', (text, price) => {
    expect(priceOf(text)).toBe(price);
    if (typeof price === 'number') expect(priceOf(dollarText(price))).toBe(price);
  });

  it('is shown with as many digits as needed', () => {
    const model = {
      kind: 'chat',
      inputPrice: 7_500_000,
      outputPrice: 1_000_000_000,
      imagePrice: null,
    } as const;
    expect(pricesOf(model, 'en')).toEqual({ per: 'tokens', prices: ['$0.075', '$10.00'] });
    expect(pricesOf({ ...model, kind: 'embedding' }, 'zh-CN')).toEqual({ per: 'tokens', prices: ['$0.075'] });
    expect(pricesOf({ ...model, inputPrice: 0, outputPrice: 0 }, 'en')).toBe('free');
    expect(pricesOf({ ...model, inputPrice: null, outputPrice: null }, 'en')).toBeNull();
    // Without an output price there is no price.
    expect(pricesOf({ ...model, outputPrice: null }, 'en')).toBeNull();
    expect(pricesOf({ ...model, kind: 'image', imagePrice: 4_000_000 }, 'en')).toEqual({
      per: 'image',
      prices: ['$0.04'],
    });
  });
});
