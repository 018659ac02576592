import type { AppRouter } from '@tandem/api';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import superjson from 'superjson';
import { WebSocket } from 'ws';

/** Subscriptions over the WebSocket, as the web has them, for the holder of a token. */
export function liveFor(url: string, headers: Record<string, string>) {
  let refused: number | null = null;
  let closed: { code: number; reason: string } | null = null;
  class Socket extends WebSocket {
    constructor(address: string) {
      super(address, { headers });
      this.on('unexpected-response', (_request, response) => {
        refused = response.statusCode ?? 0;
      });
      this.on('error', () => {});
      this.on('close', (code, reason) => {
        closed = { code, reason: String(reason) };
      });
    }
  }
  const socket = createWSClient({
    url: `${url.replace(/^http/, 'ws')}/api/live`,
    // The browser's and this one differ in what only browsers use.
    WebSocket: Socket as unknown as typeof globalThis.WebSocket,
    retryDelayMs: () => 60_000,
  });
  return {
    client: createTRPCClient<AppRouter>({ links: [wsLink({ client: socket, transformer: superjson })] }),
    /** HTTP status of a refused upgrade. */
    refused: () => refused,
    closed: () => closed,
    close: () => socket.close(),
  };
}

/** Waits until `probe` answers something other than null or false, without a fixed pause. */
export async function until<T>(
  what: string,
  probe: () => T | null | false | Promise<T | null | false>,
  ms = 10_000,
) {
  for (const end = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = await probe();
    if (found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited ${ms / 1_000} s in vain until ${what}`);
  }
}
