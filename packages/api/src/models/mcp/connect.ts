import type { Platform } from '../../core/platform.ts';
import { McpClient, type McpEndpoint, SessionLost } from './client.ts';
import { McpFailure, mcpFailureOf } from './failure.ts';
import type { McpServerRow } from './mcp.repo.ts';
import { headersOf, openSecret } from './secrets.ts';

/** Milliseconds for a server's initialisation. */
const OPEN_MS = 15_000;

/**
 * Returns the connection data of a stored server.
 * @throws McpFailure
 */
function endpointOf(platform: Platform, server: Pick<McpServerRow, 'id' | 'url' | 'secret'>): McpEndpoint {
  const secret = openSecret(platform, server);
  if (!secret) throw new McpFailure('secret');
  try {
    return { url: server.url, headers: headersOf(secret), fetch: platform.fetch.toolFetch(server.url) };
  } catch (error) {
    throw mcpFailureOf(error);
  }
}

/** A server's session, opened when it is first needed, and again when the server has forgotten it. */
export class McpConnection {
  private readonly endpoint: McpEndpoint;
  private session: Promise<McpClient> | null = null;

  constructor(platform: Platform, server: Pick<McpServerRow, 'id' | 'url' | 'secret'>) {
    this.endpoint = endpointOf(platform, server);
  }

  /** @throws McpFailure, or the reason of `signal` */
  async use<T>(work: (session: McpClient) => Promise<T>, signal: AbortSignal): Promise<T> {
    const session = await this.opened(signal);
    try {
      return await work(session);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      this.session = null;
      return await work(await this.opened(signal));
    }
  }

  /** Ends the session. Never throws. */
  async close(): Promise<void> {
    const session = await this.session?.catch(() => null);
    await session?.close();
  }

  private async opened(signal: AbortSignal): Promise<McpClient> {
    // Calls that run side by side share the session; one that is stopped must not end the opening of others.
    this.session ??= McpClient.open(this.endpoint, AbortSignal.timeout(OPEN_MS));
    const opening = this.session;
    try {
      const session = await opening;
      signal.throwIfAborted();
      return session;
    } catch (error) {
      signal.throwIfAborted();
      if (this.session === opening) this.session = null;
      throw error instanceof DOMException ? new McpFailure('timeout') : error;
    }
  }
}
