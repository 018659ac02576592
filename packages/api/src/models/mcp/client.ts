import { setTimeout as sleep } from 'node:timers/promises';
import { McpFailure, mcpFailureOf } from './failure.ts';
import { field, messagesOf, type RpcMessage, wordsOf } from './wire.ts';

/** The newest version of the protocol that is spoken here; older ones are understood too. */
const VERSION = '2025-11-25';
const VERSIONS = new Set(['2024-11-05', '2025-03-26', '2025-06-18', VERSION]);
/** Requests of a server that are answered while it owes an answer. */
const MAX_QUESTIONS = 20;
/** Milliseconds for ending a session. */
const GOODBYE_MS = 3_000;

const METHOD_NOT_FOUND = -32601;

export interface McpEndpoint {
  url: string;
  headers: Record<string, string>;
  /** Bound to the endpoint's own origin. */
  fetch: typeof fetch;
}

/**
 * A session with one server over streamable HTTP: requests and their responses; other messages are ignored,
 * except pings. Keeps no connection open between requests.
 */
export class McpClient {
  private readonly endpoint: McpEndpoint;
  private sessionId: string | null = null;
  private version: string | null = null;
  private lastId = 0;

  private constructor(endpoint: McpEndpoint) {
    this.endpoint = endpoint;
  }

  /** Introduces this server to the other. @throws McpFailure */
  static async open(endpoint: McpEndpoint, signal: AbortSignal): Promise<McpClient> {
    const session = new McpClient(endpoint);
    const result = await session.request(
      'initialize',
      { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'Tandem', version: '1' } },
      signal,
    );
    const version = field(result, 'protocolVersion');
    if (typeof version !== 'string' || !VERSIONS.has(version)) throw new McpFailure('notMcp');
    session.version = version;
    await session.tell({ method: 'notifications/initialized' }, signal);
    return session;
  }

  /**
   * Sends a request and awaits its response.
   * @throws McpFailure, or the reason of `signal`
   */
  async request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    try {
      const response = await this.post({ jsonrpc: '2.0', id, method, params }, signal);
      if (method === 'initialize') this.sessionId = sessionIdOf(response);
      let questions = 0;
      for await (const message of messagesOf(response)) {
        if (message.method !== undefined) {
          questions += 1;
          if (questions <= MAX_QUESTIONS) await this.answer(message, signal);
        } else if (message.id === id) {
          if (message.error === undefined) return message.result;
          throw new McpFailure('said', field(message.error, 'message'));
        }
      }
      throw new McpFailure('cut');
    } catch (error) {
      signal.throwIfAborted();
      throw mcpFailureOf(error);
    }
  }

  /** Ends the session on the server. Never throws. */
  async close(): Promise<void> {
    if (this.sessionId === null) return;
    try {
      const signal = AbortSignal.timeout(GOODBYE_MS);
      const { url, fetch } = this.endpoint;
      const gone = fetch(url, { method: 'DELETE', headers: this.headers(), signal });
      const response = await Promise.race([gone, sleep(GOODBYE_MS, null, { ref: false })]);
      await response?.body?.cancel();
    } catch {
      // The server will expire the session.
    }
  }

  /** Servers may ping us; we support no other request. */
  private async answer({ id, method }: RpcMessage, signal: AbortSignal): Promise<void> {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const reply =
      method === 'ping' ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: 'Not supported' } };
    await this.tell({ id, ...reply }, signal);
  }

  private async tell(message: object, signal: AbortSignal): Promise<void> {
    try {
      const response = await this.post({ jsonrpc: '2.0', ...message }, signal);
      await response.body?.cancel();
    } catch (error) {
      signal.throwIfAborted();
      throw mcpFailureOf(error);
    }
  }

  private async post(message: object, signal: AbortSignal): Promise<Response> {
    const { url, fetch } = this.endpoint;
    const body = JSON.stringify(message);
    const response = await fetch(url, { method: 'POST', headers: this.headers(), body, signal });
    if (response.ok) return response;
    const { status } = response;
    const words = await wordsOf(response);
    if (status === 401 || status === 403) throw new McpFailure('unauthorised', words);
    if (status === 404 && this.sessionId !== null) throw new SessionLost();
    if (status === 404 || status === 405) throw new McpFailure('notFound', words);
    throw new McpFailure('http', words === '' ? String(status) : `${status}, ${words}`);
  }

  private headers(): Record<string, string> {
    return {
      ...this.endpoint.headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(this.version !== null && { 'mcp-protocol-version': this.version }),
      ...(this.sessionId !== null && { 'mcp-session-id': this.sessionId }),
    };
  }
}

/** The server has forgotten the session, and has done nothing: the request can be repeated in a new one. */
export class SessionLost extends McpFailure {
  constructor() {
    super('notFound');
  }
}

function sessionIdOf(response: Response): string | null {
  const id = response.headers.get('mcp-session-id');
  if (id === null) return null;
  if (id.length > 1_000 || !/^[\x21-\x7e]+$/.test(id)) throw new McpFailure('notMcp');
  return id;
}
