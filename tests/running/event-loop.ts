import { STALL_MS, watchEventLoop } from '@tandem/api/core/timing/event-loop';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { stallsOf } from './stalls.ts';

// Fails each test during which a server's event loop worked for more than a second without a break: everyone else's
// requests stood still for as long. Processor time is counted, so that a busy machine fails nothing.

/** Servers that run in this process. */
let here = 0;
const watch = watchEventLoop();

/** Counts a server in this process. @returns ends that */
export function serverHere(): () => void {
  here += 1;
  return () => {
    here -= 1;
  };
}

/** The server that all files of a black-box run share. */
const shared = (inject('sharedServer') as { url: string } | undefined)?.url;
/** Stalls of the shared server when it was last asked. */
let before: number | null = null;
let wasHere = false;
let began = 0;

beforeEach(async () => {
  wasHere = here > 0;
  if (shared) before ??= await stallsOf(shared);
  watch.reset();
  began = performance.now();
});

afterEach(async () => {
  const longest = watch.longestMs();
  if (wasHere && longest > STALL_MS)
    throw new Error(`The event loop of the server in this process stood for ${Math.round(longest)} ms.`);
  // A stall holds up the test that sees it. Asking after each of thousands would take the server as long as the tests.
  if (performance.now() - began > STALL_MS) await expectNoStalls();
});

afterAll(expectNoStalls);

async function expectNoStalls(): Promise<void> {
  if (!shared) return;
  const [last, now] = [before, await stallsOf(shared)];
  before = now;
  if (last !== null && now !== null && now > last)
    throw new Error(`The event loop of the shared server stood for more than a second, ${now - last} times.`);
}
