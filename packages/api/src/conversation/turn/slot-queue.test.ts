import { expect, it } from 'vitest';
import { inQueue } from './slot-queue.ts';

it('thirty requests of one person are made one at a time and in order, and aborted ones leave the queue', async () => {
  const at = {};
  const stops = Array.from({ length: 30 }, () => new AbortController());
  const asked: number[] = [];
  const gates: (() => void)[] = [];
  let asking = 0;
  let most = 0;
  const all = stops.map(({ signal }, n) =>
    inQueue(at, { userId: 1, signal }, async () => {
      asking += 1;
      most = Math.max(most, asking);
      asked.push(n);
      await new Promise<void>((resolve) => gates.push(resolve));
      asking -= 1;
    }),
  );
  let isServed = false;
  await inQueue(at, { userId: 2, signal: new AbortController().signal }, async () => {
    isServed = true;
  });
  expect(isServed).toBe(true);
  stops[5]?.abort();
  await all[5];
  for (let n = 0; n < 29; n += 1) {
    await expect.poll(() => gates.length, { interval: 1 }).toBe(1);
    gates.shift()?.();
  }
  await Promise.all(all);
  expect(most).toBe(1);
  expect(asked).toEqual(stops.map((_stop, n) => n).filter((n) => n !== 5));
});
