import { expect, it } from 'vitest';
import { inTime } from './in-time.ts';

it('returns what is done in time, and what it throws', async () => {
  expect(await inTime(60_000, async () => 7)).toBe(7);
  await expect(inTime(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('tells work that takes longer to stop', async () => {
  const stopped = Promise.withResolvers<void>();
  const late = inTime(1, (signal) => {
    signal.addEventListener('abort', () => stopped.resolve());
    return new Promise(() => {});
  });
  expect(await late).toBeNull();
  await stopped.promise;
});
