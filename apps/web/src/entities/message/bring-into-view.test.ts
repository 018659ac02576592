import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bringIntoView } from './bring-into-view.ts';

const viewport = document.createElement('div');
/** Where the button stands that leads to the end of the list. */
const beside = document.createElement('button');
document.body.append(viewport, beside);
const row = document.createElement('p');
row.id = 'row';
const frame = { top: 0, bottom: 500 } as DOMRect;
const put = (top: number) =>
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue({ top, bottom: top + 20 } as DOMRect);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(viewport, 'getBoundingClientRect').mockReturnValue(frame);
});
afterEach(() => {
  viewport.replaceChildren();
  vi.useRealTimers();
});

describe('bringing a row into view', () => {
  it('scrolls until the row is there, however late it is drawn, and says so once', () => {
    const scroll = vi.fn();
    const arrived = vi.fn();
    bringIntoView(viewport, '#row', scroll, arrived);
    expect(scroll).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(300);
    expect(scroll).toHaveBeenCalledTimes(3);
    viewport.append(row);
    put(900);
    vi.advanceTimersByTime(150);
    expect(arrived).not.toHaveBeenCalled();
    put(100);
    vi.advanceTimersByTime(1_000);
    expect(scroll).toHaveBeenCalledTimes(4);
    expect(arrived).toHaveBeenCalledTimes(1);
  });

  it('waits until the row stays where it is', () => {
    const arrived = vi.fn();
    viewport.append(row);
    bringIntoView(viewport, '#row', () => {}, arrived);
    for (const top of [480, 300, 48]) {
      put(top);
      vi.advanceTimersByTime(150);
    }
    expect(arrived).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(arrived).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['wheel', viewport],
    ['keydown', viewport],
    ['pointerdown', beside],
  ])('leaves the list alone after the reader’s own %s', (gesture, place) => {
    const scroll = vi.fn();
    bringIntoView(viewport, '#row', scroll);
    place.dispatchEvent(new Event(gesture));
    vi.advanceTimersByTime(1_000);
    expect(scroll).toHaveBeenCalledTimes(1);
  });

  it('gives up where the row never comes', () => {
    const scroll = vi.fn();
    bringIntoView(viewport, '#row', scroll);
    vi.advanceTimersByTime(60_000);
    expect(scroll).toHaveBeenCalledTimes(40);
  });
});
