import { Agent } from 'undici';
import { hostAllowance } from './allowed-hosts.ts';
import { guardedConnector, type Resolve, resolveBySystem } from './connector.ts';
import { fetchPage } from './page.ts';
import { providerFetch } from './provider-fetch.ts';
import type { GuardedFetch } from './types.ts';

export { allowedPrivateHosts } from './allowed-hosts.ts';
export {
  type FetchedPage,
  FetchFailed,
  FetchRefused,
  type GuardedFetch,
  type PageRequest,
  type RefusalReason,
} from './types.ts';

export interface GuardedFetchOptions {
  /** Private hosts open to *providers*: `host`, `host:port`, address, or URL. */
  allowPrivateHosts: readonly string[];
  /** Private hosts open to *MCP servers*, in the same form; separate from those of providers. */
  allowPrivateTools?: readonly string[];
  /** Private hosts open to *page fetches*, in the same form. None by default: for tests and intranets. */
  allowPrivatePages?: readonly string[];
  /** Resolver of names; the system's by default. */
  resolve?: Resolve;
}

/** Timeout of a silent provider in milliseconds; streaming callers set shorter ones. */
const PROVIDER_SILENCE_MS = 300_000;

/** Makes the process's one way to outside addresses. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const {
    allowPrivateHosts,
    allowPrivateTools = [],
    allowPrivatePages = [],
    resolve = resolveBySystem,
  } = options;
  const pages = new Agent({
    connect: guardedConnector(hostAllowance(allowPrivatePages), resolve),
    maxHeaderSize: 32_768,
  });
  // Each purpose has its own connections, so that none uses one opened for another.
  const [providers, tools] = [allowPrivateHosts, allowPrivateTools].map(
    (hosts) =>
      new Agent({
        connect: guardedConnector(hostAllowance(hosts), resolve),
        headersTimeout: PROVIDER_SILENCE_MS,
        bodyTimeout: PROVIDER_SILENCE_MS,
      }),
  ) as [Agent, Agent];
  return {
    fetchPage: (url, request) => fetchPage(pages, url, request),
    providerFetch: (apiHost) => providerFetch(providers, apiHost),
    toolFetch: (url) => providerFetch(tools, url),
    async close() {
      await Promise.all([pages.destroy(), providers.destroy(), tools.destroy()]);
    },
  };
}
