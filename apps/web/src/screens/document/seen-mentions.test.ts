// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchMentions } from './seen-mentions.ts';

let tellSight: (mention: Element, isIntersecting: boolean) => void;
const observed = new Set<Element>();

beforeEach(() => {
  vi.useFakeTimers();
  observed.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        tellSight = (target, isIntersecting) => told([{ target, isIntersecting }]);
      }
      observe = (each: Element) => void observed.add(each);
      unobserve = (each: Element) => void observed.delete(each);
      disconnect = () => observed.clear();
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function block(id: string, userId: number): { root: HTMLElement; mention: Element } {
  const root = document.createElement('div');
  root.innerHTML = `<div class="bn-block" data-id="${id}"><span data-mention="user" data-id="${userId}">@You</span></div>`;
  return { root, mention: root.querySelector('[data-mention]') as Element };
}

it('tells of a mention that stays on the screen, not of one that scrolls past or names others', () => {
  const page = document.createElement('main');
  const [own, passed, theirs] = [block('a', 7), block('b', 7), block('c', 8)];
  page.append(own.root, passed.root, theirs.root);
  const seen: string[] = [];
  const stop = watchMentions(page, 7, (id) => seen.push(id));
  expect([...observed]).toEqual([own.mention, passed.mention]);
  tellSight(own.mention, true);
  tellSight(passed.mention, true);
  vi.advanceTimersByTime(500);
  tellSight(passed.mention, false);
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual(['a']);
  stop();
  expect(observed.size).toBe(0);
});

it('watches mentions that are written later', async () => {
  vi.useRealTimers();
  const page = document.createElement('main');
  const stop = watchMentions(page, 7, () => {});
  const late = block('late', 7);
  page.append(late.root);
  await vi.waitFor(() => expect([...observed]).toEqual([late.mention]));
  stop();
});
