import { describe, expect, it } from 'vitest';
import { layOut, MAX_SCALE, MIN_SCALE, nextScale, pageAt, scaleOf, scaleWithin, turned } from './layout.ts';

const a4 = [794, 1123] as const;

describe('the layout of pages', () => {
  it('puts pages below each other, whatever their sizes', () => {
    const { tops, width } = layOut([a4, [1123, 794], a4], [0.5, 0.5, 0.5]);
    expect([...tops]).toEqual([12, 585, 994, 1567]);
    expect(width).toBe(585);
  });

  it('finds the page at each height', () => {
    const layout = layOut([a4, a4, a4], [1, 1, 1]);
    expect([0, 12, 1146, 1147, 2281, 2282, 9_999].map((y) => pageAt(layout, y))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ]);
    expect(pageAt(layOut([], []), 5)).toBe(0);
  });

  it('lays out thousands of pages', () => {
    const pages = Array.from({ length: 5_000 }, () => a4);
    const layout = layOut(
      pages,
      pages.map(() => 1),
    );
    for (const index of [0, 1, 2_500, 4_999])
      expect(pageAt(layout, (layout.tops[index] ?? 0) + 5)).toBe(index);
  });
});

describe('zoom', () => {
  it('fits a page into the view', () => {
    expect(scaleOf('width', [800, 1000], [824, 500])).toBe(1);
    expect(scaleOf('page', [800, 1000], [824, 524])).toBe(0.5);
    expect(scaleOf(1.5, a4, [10, 10])).toBe(1.5);
    expect(scaleOf('width', a4, [10, 10])).toBe(MIN_SCALE);
  });

  it('makes a wide page fit among the others', () => {
    const view = [824, 1000] as const;
    const usual = scaleOf('width', a4, view);
    expect(scaleWithin('width', usual, a4, view)).toBe(usual);
    expect(scaleWithin('width', usual, [1600, 794], view)).toBe(0.5);
    expect(scaleWithin('width', usual, [400, 600], view)).toBe(usual);
    expect(scaleWithin(1.5, 1.5, [1600, 794], view)).toBe(1.5);
  });

  it('goes by steps, from wherever it is', () => {
    expect(nextScale(0.83, 1)).toBe(1);
    expect(nextScale(0.83, -1)).toBe(0.75);
    expect(nextScale(1, 1)).toBe(1.25);
    expect(nextScale(MAX_SCALE, 1)).toBe(MAX_SCALE);
    expect(nextScale(MIN_SCALE, -1)).toBe(MIN_SCALE);
  });

  it('turns a page', () => {
    expect(turned(a4, 90)).toEqual([1123, 794]);
    expect(turned(a4, 180)).toEqual(a4);
  });
});
