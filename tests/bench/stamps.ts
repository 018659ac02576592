import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A model whose every token says when it was sent. */
export interface StampProvider {
  /** Base URL for OpenAI-compatible clients. */
  url: string;
  close(): Promise<void>;
}

/** Milliseconds of the clock that all processes of a machine share, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** The moments in a text of such tokens. */
export function stampsIn(text: string): number[] {
  return [...text.matchAll(/<(\d+\.\d+)>/g)].map((match) => Number(match[1]));
}

/** Starts it. @param tokens of each answer, one every `everyMs` milliseconds */
export async function startStampProvider(tokens: number, everyMs: number): Promise<StampProvider> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => void answer(response, tokens, everyMs));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(response: ServerResponse, tokens: number, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'stamps', object: 'chat.completion.chunk', created: 0, model: 'stamps', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  const begun = now();
  for (let i = 0; i < tokens && !response.destroyed; i++) {
    // By the clock, so that one late token does not delay all others.
    await sleep(Math.max(0, begun + i * everyMs - now()));
    send({ content: `<${now().toFixed(2)}>` });
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}
