import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamingMessage } from '../../conversation/turn/streaming-message.ts';
import { callAllowance } from '../limits/call-allowance.ts';
import { Outbox } from '../live/outbox.ts';
import type { Logger } from '../log.ts';
import { RecentFailures } from './recent-failures.ts';
import { steadyMs } from './steady.ts';

const HOUR = 60 * 60_000;

/** Only `Date` is mocked; real time continues. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const set = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('monotonic milliseconds are whole numbers', async () => {
  const before = steadyMs();
  set(-HOUR);
  await vi.waitFor(() => expect(steadyMs()).toBeGreaterThan(before));
  expect(Number.isInteger(steadyMs())).toBe(true);
});

describe.each([
  ['back', -HOUR],
  ['forward', HOUR],
])('a clock set %s by an hour', (_, by) => {
  it('does not delay messages between processes', async () => {
    const sent: string[][] = [];
    const send = async (frames: string[]) => void sent.push(frames);
    const outbox = new Outbox({ everyMs: 5, maxFrameBytes: 1_000, log: {} as Logger, send });
    outbox.resume();
    outbox.push('a', { type: 'first' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    set(by);
    outbox.push('a', { type: 'second' });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await outbox.close();
  });

  it('does not delay a streaming answer', async () => {
    const told: number[] = [];
    const growth = new StreamingMessage({ parts: [], n: 0 }, (n) => told.push(n));
    growth.push({ type: 'text', text: 'One', state: 'done' });
    await vi.waitFor(() => expect(told).toEqual([1]));
    set(by);
    growth.push({ type: 'text', text: 'Two', state: 'done' });
    await vi.waitFor(() => expect(told).toEqual([1, 2]));
  });

  it('neither starts nor extends the minute in which calls are counted', () => {
    const admit = callAllowance();
    for (let call = 0; call < 3; call++) admit('user:1', 3);
    set(by);
    expect(() => admit('user:1', 3)).toThrow(
      expect.objectContaining({ params: { seconds: expect.toSatisfy((seconds: number) => seconds <= 60) } }),
    );
  });

  it('does not forget a recent failure', () => {
    const failures = new RecentFailures();
    failures.add('a');
    set(by);
    expect(failures.has('a')).toBe(true);
  });
});
