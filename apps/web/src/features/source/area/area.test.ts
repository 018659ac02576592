import { describe, expect, it } from 'vitest';
import { areaOf, boxBetween, turnedArea } from './area.ts';

const page = { left: 100, top: 50, width: 500, height: 1000 };

describe('rectangles of a page', () => {
  it('are drawn from any corner and end at the edges of the page', () => {
    const box = { left: 200, top: 100, width: 400, height: 950 };
    expect(boxBetween({ x: 200, y: 100 }, { x: 900, y: 2000 }, page)).toEqual(box);
    expect(boxBetween({ x: 900, y: 2000 }, { x: 200, y: 100 }, page)).toEqual(box);
  });

  it('are kept in thousandths of the page, whatever way it is turned', () => {
    const box = { left: 200, top: 150, width: 100, height: 500 };
    const area = { left: 200, top: 100, width: 200, height: 500 };
    expect(areaOf(box, page, 0)).toEqual(area);
    for (const rotation of [90, 180, 270])
      expect(turnedArea(areaOf(box, page, rotation), rotation)).toEqual(area);
  });

  it('turn with their page', () => {
    const area = { left: 0, top: 0, width: 100, height: 300 };
    expect(turnedArea(area, 90)).toEqual({ left: 700, top: 0, width: 300, height: 100 });
    expect(turnedArea(area, 180)).toEqual({ left: 900, top: 700, width: 100, height: 300 });
    expect(turnedArea(area, 360)).toEqual(area);
  });

  it('are never empty', () => {
    expect(areaOf({ left: 600, top: 1050, width: 0, height: 0 }, page, 0)).toEqual({
      left: 999,
      top: 999,
      width: 1,
      height: 1,
    });
  });
});
