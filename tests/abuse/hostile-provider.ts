import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a hostile provider responds to one request for an answer. `delta` writes one well-formed chunk. */
export type Script = (out: ServerResponse, delta: (delta: object, rest?: object) => boolean) => void;

export interface HostileProvider {
  /** Base address, for `OPENAI_BASE_URL`. */
  url: string;
  /** Streams of answers that are open now. */
  open(): number;
  close(): Promise<void>;
}

/**
 * Speaks OpenAI's protocol, and then whatever a script says: the one named by the question's text. Requests that
 * do not stream, for titles and summaries, get a plain answer.
 */
export async function startHostileProvider(scripts: Record<string, Script>): Promise<HostileProvider> {
  let open = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      response.on('error', () => {});
      if (request.method === 'GET') return void response.end('{"data":[{"id":"hostile","object":"model"}]}');
      const asked = JSON.parse(body) as { stream?: boolean; messages: { role: string; content: unknown }[] };
      const question = JSON.stringify(asked.messages.findLast(({ role }) => role === 'user')?.content ?? '');
      const name = Object.keys(scripts).find((each) => question.includes(`<${each}>`));
      const script = name === undefined ? undefined : scripts[name];
      if (!asked.stream || !script) return plain(response, asked.stream === true);
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
      script(response, (delta, rest = {}) => {
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write(chunk(delta, rest));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function plain(response: ServerResponse, isStream: boolean): void {
  if (isStream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk({ content: 'Fine.' }, { finish_reason: 'stop' })}data: [DONE]\n\n`);
    return;
  }
  const message = { role: 'assistant', content: 'A title' };
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ id: 'x', model: 'hostile', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
  );
}

/** `rest.usage` belongs to the chunk, everything else to its choice. */
function chunk(
  delta: object,
  { usage, ...choice }: { usage?: unknown; finish_reason?: string } = {},
): string {
  const json = {
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'hostile',
    choices: [{ index: 0, delta, finish_reason: null, ...choice }],
    ...(usage !== undefined && { usage }),
  };
  return `data: ${JSON.stringify(json)}\n\n`;
}
