import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../guarded-fetch.ts';

/** A site on this machine, fresh for each test of a file, and fetchers that end with the test. */
export function useSite() {
  let server: Server;
  const opened: GuardedFetch[] = [];
  const site = {
    port: 0,
    /** How it answers. */
    handler: (() => {}) as RequestListener,
    /** The requests that it got. */
    seen: [] as IncomingMessage[],
    guarded(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
      const fetcher = createGuardedFetch({ allowPrivateHosts: [], ...options });
      opened.push(fetcher);
      return fetcher;
    },
    /** A fetcher for which `site.test` and `other.test` are this machine. */
    local(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
      return site.guarded({
        allowPrivatePages: ['site.test', 'other.test'],
        resolve: async () => ['127.0.0.1'],
        ...options,
      });
    },
  };

  beforeEach(async () => {
    site.seen = [];
    site.handler = (_request, response) => response.end('hello');
    server = createServer((request, response) => {
      site.seen.push(request);
      site.handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site.port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((fetcher) => fetcher.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return site;
}

/** Answers with a redirect; without a location when it is undefined. */
export function redirectTo(location: string | undefined, status = 302): RequestListener {
  return (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end();
}
