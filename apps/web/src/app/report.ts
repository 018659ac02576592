import { request } from '../lib/request.ts';

/** Reports sent within one visit at most, so that a failing loop does not flood the server's log. */
const MAX_REPORTS = 10;
const sent = new Set<string>();

/**
 * Reports a failure to the server's log, once each.
 * @returns whether the report arrived
 */
export async function reportFailure(error: Error): Promise<boolean> {
  const message = error.message.slice(0, 2_000) || error.name;
  const stack = (error.stack ?? '').slice(0, 8_000);
  const path = location.pathname.slice(0, 500);
  const key = `${path} ${message}`;
  if (sent.has(key)) return true;
  if (sent.size >= MAX_REPORTS) return false;
  sent.add(key);
  try {
    await request('POST', '/api/report', { body: { message, stack, path }, guest: true, keepalive: true });
    return true;
  } catch (failure) {
    console.error('Could not report the failure', failure);
    sent.delete(key);
    return false;
  }
}
