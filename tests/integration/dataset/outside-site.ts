import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedFetch } from '@tandem/api/core/fetch/guarded-fetch';
import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from '../harness/server.ts';

/**
 * A site that a server of a file's own reaches as `outside.test`; every other name leads to a private address.
 * @param allowed private hosts that stay open to providers and servers of tools
 */
export function useOutsideSite(
  server: TestServer,
  answer: RequestListener,
  allowed: readonly string[] = [],
): { readonly origin: string } {
  const site = createServer(answer);
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://outside.test:${(site.address() as AddressInfo).port}`;
    await server.platform.fetch.close();
    Object.assign(server.platform, {
      fetch: createGuardedFetch({
        allowPrivateHosts: allowed,
        allowPrivateTools: allowed,
        allowPrivatePages: ['outside.test'],
        resolve: async (host) => [host === 'outside.test' ? '127.0.0.1' : '10.0.0.1'],
      }),
    });
  });
  afterAll(() => void site.close());
  return {
    get origin() {
      return origin;
    },
  };
}
