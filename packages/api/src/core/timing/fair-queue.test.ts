import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** Work that ends on command. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      }),
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      await setImmediate();
    },
  };
}

it('makes latecomers wait for at most one task', async () => {
  const { begun, work, end } = works();
  const queue = fairQueue<string>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 10 });
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => queue.run(name.charAt(0), work(name)));
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  await end('b2');
  for (const name of ['a2', 'a3', 'b2']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

it('refuses too much from one owner, accepts others’, and continues after failures', async () => {
  const { begun, work, end } = works();
  const queue = fairQueue<string>({ atOnce: 1, atOncePerOwner: 1, waitingPerOwner: 1 });
  const first = queue.run('a', work('a1'));
  const second = queue.run('a', work('a2'));
  await expect(queue.run('a', work('a3'))).rejects.toMatchObject({ key: 'unavailable' });
  const other = queue.run('b', work('b1'));
  const failing = expect(first).rejects.toThrow('broken');
  await end('a1', new Error('broken'));
  await failing;
  for (const name of ['b1', 'a2']) await end(name);
  await Promise.all([second, other]);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

it('interrupts a long task when others wait and no slot is free, and restarts it later', async () => {
  const { begun, work, end } = works();
  const queue = fairQueue<string>({
    atOnce: 1,
    atOncePerOwner: 1,
    waitingPerOwner: 10,
    slow: { afterMs: 0, atOnce: 1, interrupts: true },
  });
  const interruptible = (name: string) => (signal: AbortSignal) =>
    Promise.race([
      work(name)(),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  const all = ['a', 'b', 'c'].map((name) => queue.run(name, interruptible(name)));
  const quick = queue.run('quick', work('quick'));
  while (!begun.includes('quick')) await setImmediate();
  // The first holds the slow slot; the others had their try.
  expect(begun).toEqual(['a', 'b', 'c', 'quick']);
  await end('quick');
  await quick;
  await end('a');
  while (begun.length < 5) await setImmediate();
  expect(begun.slice(4)).toEqual(['b']);
  await end('b');
  while (begun.length < 6) await setImmediate();
  await end('c');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});
