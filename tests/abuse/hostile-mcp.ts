import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of JSON-RPC as it came. */
export interface Asked {
  id?: number;
  method: string;
  params?: { name?: string; cursor?: string };
}

/** How a hostile server responds to one request; a request it leaves alone gets a proper response. */
export type McpScript = (asked: Asked, out: ServerResponse, reply: (result: unknown) => void) => boolean;

export interface HostileMcp {
  /** The address of a script. */
  url(script: string): string;
  /** Headers of all requests so far. */
  seen: IncomingMessage['headers'][];
  /** Answers that are being written. */
  open(): number;
  close(): Promise<void>;
}

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1' },
};
const tool = { name: 'tool', description: 'A tool.', inputSchema: { type: 'object', properties: {} } };

/** Speaks the Model Context Protocol as far as it must, and then whatever a script says. */
export async function startHostileMcp(scripts: Record<string, McpScript>): Promise<HostileMcp> {
  const seen: HostileMcp['seen'] = [];
  let open = 0;
  const server = createServer((request, response) => {
    seen.push(request.headers);
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    response.on('error', () => {});
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const asked = JSON.parse(body) as Asked;
      const reply = (result: unknown) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
      };
      const script = scripts[(request.url ?? '/').slice(1)];
      if (script?.(asked, response, reply)) return;
      if (asked.id === undefined) response.writeHead(202).end();
      else if (asked.method === 'initialize') reply(initialized);
      else if (asked.method === 'tools/list') reply({ tools: [tool] });
      else reply({ content: [{ type: 'text', text: 'Fine.' }] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (script) => `${origin}/${script}`,
    seen,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
