import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventLoopTurn } from './event-loop-turn.ts';

/** Processes a stream whose data is all available, in pieces of this length. */
async function stream(pieces: number, pieceMs: number, done: number[] = []): Promise<number[]> {
  for (let piece = 0; piece < pieces; piece++) {
    const until = performance.now() + pieceMs;
    while (performance.now() < until);
    done.push(piece);
    const turn = eventLoopTurn();
    if (turn) await turn;
    else await Promise.resolve();
  }
  return done;
}

it('other work runs between pieces of streams that never wait', async () => {
  let isOver = false;
  let rounds = 0;
  const others = (async () => {
    while (!isOver) {
      await nextRound();
      rounds += 1;
    }
  })();
  await Promise.all(Array.from({ length: 20 }, () => stream(20, 1)));
  isOver = true;
  await others;
  // 400 ms of work, of which at most some five go on without a break.
  expect(rounds).toBeGreaterThan(30);
});

it('streams take turns', async () => {
  const [first, second]: [number[], number[]] = [[], []];
  const both = Promise.all([stream(100, 1, first), stream(100, 1, second)]);
  while (first.length < 50) await nextRound();
  expect(second.length).toBeGreaterThan(20);
  await both;
  expect([first.length, second.length]).toEqual([100, 100]);
});
