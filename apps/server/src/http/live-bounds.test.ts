import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Actor } from '@tandem/api/core/actor';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenSockets } from './live-bounds.ts';

const MB = 1024 * 1024;
const person = (userId: number) => ({ kind: 'user', userId, sessionId: 's', teamId: null }) as Actor;

/** A response with this many unread bytes. */
class Unread extends EventEmitter {
  writableLength: number;
  destroyed = false;

  constructor(bytes: number) {
    super();
    this.writableLength = bytes;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function open(sockets: OpenSockets, actor: Actor, bytes: number): Unread {
  const response = new Unread(bytes);
  sockets.addResponse(actor, response as unknown as ServerResponse);
  return response;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('drops the connections that buffer most for one person until they are within bounds, and nobody else’s', () => {
  const sockets = new OpenSockets();
  const small = Array.from({ length: 10 }, () => open(sockets, person(1), MB / 2));
  const large = Array.from({ length: 20 }, () => open(sockets, person(1), 2 * MB));
  const other = open(sockets, person(2), 15 * MB);
  vi.advanceTimersByTime(1_000);
  expect(small.every(({ destroyed }) => !destroyed)).toBe(true);
  const left = large.filter(({ destroyed }) => !destroyed);
  expect(left.length * 2 + small.length / 2).toBeLessThanOrEqual(16);
  expect(left.length).toBeGreaterThan(0);
  expect(other.destroyed).toBe(false);
});

it('drops a reader who reads nothing for a minute, but not a slow one', () => {
  const sockets = new OpenSockets();
  const stalled = open(sockets, person(1), MB);
  const slow = open(sockets, person(2), MB);
  const idle = open(sockets, person(3), 0);
  for (let seconds = 0; seconds < 70; seconds++) {
    vi.advanceTimersByTime(1_000);
    slow.writableLength -= 1_000;
  }
  expect([stalled.destroyed, slow.destroyed, idle.destroyed]).toEqual([true, false, false]);
});

it('drops all but one of the unread responses, and counts bytes buffered elsewhere', () => {
  const sockets = new OpenSockets();
  const answers = Array.from({ length: 4 }, () => new Unread(MB));
  for (const answer of answers)
    sockets.addAnswer(person(1), answer as unknown as ServerResponse, () => 29 * MB);
  vi.runAllTicks();
  vi.advanceTimersByTime(1_000);
  expect(answers.filter(({ destroyed }) => !destroyed)).toHaveLength(1);
});
