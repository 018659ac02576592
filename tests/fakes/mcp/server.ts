import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod';

export interface FakeMcpOptions {
  /** 0, the default, picks a free one. */
  port?: number;
  /** If set, requests without it get 401. */
  token?: string;
  /** Answer with JSON instead of streams of events. */
  json?: boolean;
  /** Milliseconds that notes take to be written. */
  delayMs?: number;
  /**
   * Also offers `file_issue`, whose properties are in non-alphabetical order, and whose schema has its own
   * value under the keyword with which Tandem stores that order.
   */
  withIssues?: boolean;
}

export interface FakeMcp {
  /** The address of its MCP endpoint. */
  url: string;
  /** Notes that were written, oldest first. */
  notes: { title: string; text: string }[];
  /** Headers of every request, oldest first. */
  requests: { method: string; headers: IncomingHttpHeaders }[];
  /** Sessions that are open. */
  sessions(): number;
  /** Forgets every session, as after a restart. */
  forget(): void;
  /** Changes the description of `write_note` from the next session on. */
  describe(words: string): void;
  /** Changes what `draw_note` answers. */
  answer(words: string): void;
  /** Whether `draw_note` claims to reach outside. */
  openDrawing(isOpen: boolean): void;
  close(): Promise<void>;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Starts a real server of the Model Context Protocol that keeps notes. */
export async function startFakeMcp({
  port = 0,
  token,
  json = false,
  delayMs = 0,
  withIssues = false,
}: FakeMcpOptions = {}): Promise<FakeMcp> {
  const notes: FakeMcp['notes'] = [];
  const requests: FakeMcp['requests'] = [];
  const transports = new Map<string, StreamableHTTPServerTransport>();
  let description = 'Writes a note for the team.';
  let drawn = 'Here it is.';
  let isOpen = false;

  function notebook(): McpServer {
    const server = new McpServer({ name: 'notebook', version: '1.0.0' });
    server.registerTool(
      'write_note',
      {
        title: 'Write a note',
        description,
        inputSchema: { title: z.string().min(1).max(100), text: z.string() },
      },
      async ({ title, text }) => {
        await sleep(delayMs);
        notes.push({ title, text });
        return { content: [{ type: 'text', text: `Note ${notes.length} is written: ${title}` }] };
      },
    );
    server.registerTool(
      'count_notes',
      {
        title: 'Count notes',
        description: 'Says how many notes there are.',
        annotations: { readOnlyHint: true, openWorldHint: false },
        outputSchema: { count: z.number() },
      },
      () => ({
        structuredContent: { count: notes.length },
        content: [{ type: 'text', text: `{"count":${notes.length}}` }],
      }),
    );
    server.registerTool(
      'draw_note',
      {
        description: 'Draws a note.',
        inputSchema: {},
        annotations: { readOnlyHint: true, openWorldHint: isOpen },
      },
      () => ({
        content: [
          { type: 'text', text: drawn },
          { type: 'image', data: PIXEL, mimeType: 'image/png' },
        ],
      }),
    );
    server.registerTool('tear_note', { description: 'Always fails.', inputSchema: {} }, () => ({
      isError: true,
      content: [{ type: 'text', text: 'The paper is too strong.' }],
    }));
    if (withIssues)
      server.registerTool(
        'file_issue',
        {
          title: 'File an issue',
          inputSchema: z
            .object({ title: z.string(), body: z.string(), assignee: z.string() })
            .meta({ 'x-tandem-order': ['assignee'] }),
        },
        ({ title }) => ({ content: [{ type: 'text', text: `Filed: ${title}` }] }),
      );
    return server;
  }

  async function transportFor(request: IncomingMessage): Promise<StreamableHTTPServerTransport | null> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') return transports.get(id) ?? null;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: json,
      onsessioninitialized: (sessionId) => void transports.set(sessionId, transport),
      onsessionclosed: (sessionId) => void transports.delete(sessionId),
    });
    await notebook().connect(transport as Parameters<McpServer['connect']>[0]);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push({ method: request.method ?? '', headers: request.headers });
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'invalid_token', error_description: 'Bring the right token' }));
      return;
    }
    const transport = await transportFor(request);
    if (transport) await transport.handleRequest(request, response);
    else response.writeHead(404).end();
  }

  const http = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    notes,
    requests,
    sessions: () => transports.size,
    forget: () => transports.clear(),
    describe(words) {
      description = words;
    },
    answer(words) {
      drawn = words;
    },
    openDrawing(now) {
      isOpen = now;
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
}
