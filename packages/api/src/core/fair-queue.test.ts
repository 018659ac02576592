import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** Work that ends when it is told to. */
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

it('lets whoever comes later wait for one piece of work at most', async () => {
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

it('refuses what is too much for one, takes others’, and goes on after failures', async () => {
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
