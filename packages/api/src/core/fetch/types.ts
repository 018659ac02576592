/** Bounds of a page request. */
export interface PageRequest {
  signal?: AbortSignal;
  /** Bytes of decompressed body to keep; more is cut off and sets `truncated`. Default 2 MiB. */
  maxBytes?: number;
  /** Milliseconds for the whole exchange, redirects and body included. Default 15,000. */
  timeoutMs?: number;
  /** Value of the Accept header. */
  accept?: string;
  /** Entity tag of the copy that the caller has; a page that is still the same answers with status 304. */
  etag?: string;
}

/** A page as it arrived. */
export interface FetchedPage {
  /** Address after redirects. */
  url: string;
  status: number;
  /** Content-Type header as sent, "" when missing. */
  contentType: string;
  /** Entity tag as sent; null when missing. */
  etag: string | null;
  body: Uint8Array;
  /** Whether the body was longer than `maxBytes`. */
  truncated: boolean;
}

/** The only way out of the server to an address that came from a person, a model or an operator. */
export interface GuardedFetch {
  /**
   * Reads a page of the public internet by GET.
   * @throws FetchRefused when the address is not allowed, FetchFailed when the request failed.
   */
  fetchPage(url: string, request?: PageRequest): Promise<FetchedPage>;
  /**
   * A `fetch` bound to the origin of a provider's address: anything else, also by redirect, is refused,
   * so that the provider's key cannot travel to another host.
   * @param apiHost the address as saved, with scheme, for instance `https://api.openai.com/v1`.
   */
  providerFetch(apiHost: string): typeof fetch;
  /** The same for a server of tools: private hosts are open to it that were named for this purpose. */
  toolFetch(url: string): typeof fetch;
  /** Closes idle connections and refuses new ones. */
  close(): Promise<void>;
}

export type RefusalReason =
  /** Does not parse as an absolute URL. */
  | 'invalid'
  /** Neither http nor https. */
  | 'scheme'
  /** User name or password inside the URL. */
  | 'credentials'
  /** A private, loopback, link-local, metadata or otherwise special address. */
  | 'address'
  /** A provider request that would leave the provider's own origin. */
  | 'origin'
  /** More redirects than allowed, or one without a usable target. */
  | 'redirects';

/** An address that this server does not go to. Its message is safe to show. */
export class FetchRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}

/** A permitted request that went wrong. Its message is safe to show. */
export class FetchFailed extends Error {
  readonly reason: 'timeout' | 'too-large' | 'network';
  constructor(reason: FetchFailed['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FetchFailed';
    this.reason = reason;
  }
}
