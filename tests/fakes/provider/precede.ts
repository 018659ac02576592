import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from './json.ts';
import type { Plan } from './plan.ts';
import type { Wire } from './wire/wire.ts';

/** A page where JSON is expected. */
export const HTML =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502</h1></body></html>';

/**
 * Does what a plan wants ahead of an answer: hangs, refuses, redirects or waits.
 * @returns whether an answer follows
 */
export async function isAnswered(plan: Plan, response: ServerResponse, wire: Wire): Promise<boolean> {
  if (plan.hang) return false;
  if (plan.refusal) {
    sendJson(response, plan.refusal.status, wire.refusal(plan.refusal), plan.refusal.headers);
    return false;
  }
  if (plan.html !== undefined) {
    response.writeHead(plan.html, { 'content-type': 'text/html' }).end(HTML);
    return false;
  }
  if (plan.redirect !== undefined) {
    response.writeHead(307, { location: plan.redirect }).end();
    return false;
  }
  if (plan.firstDelayMs > 0) await sleep(plan.firstDelayMs);
  return true;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
