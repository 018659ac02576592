import { McpFailure } from './failure.ts';

/** Largest answer to one request, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Messages looked at while waiting for one answer. */
const MAX_MESSAGES = 2_000;

/** A JSON-RPC message as far as it is used; not validated. */
export interface RpcMessage {
  id?: unknown;
  method?: unknown;
  result?: unknown;
  error?: unknown;
}

/**
 * The messages of a response, whether it is JSON or a stream of events. Bounded: a server that writes for ever is
 * left. @throws McpFailure
 */
export async function* messagesOf(response: Response): AsyncGenerator<RpcMessage> {
  const type = response.headers.get('content-type') ?? '';
  let seen = 0;
  if (/^text\/event-stream\b/i.test(type)) {
    for await (const data of eventsOf(response)) {
      for (const message of parse(data)) {
        seen += 1;
        if (seen > MAX_MESSAGES) throw new McpFailure('tooLarge');
        yield message;
      }
    }
    return;
  }
  if (!/^application\/json\b/i.test(type)) {
    await response.body?.cancel();
    throw new McpFailure('notMcp');
  }
  let text = '';
  for await (const piece of textsOf(response)) text += piece;
  yield* parse(text).slice(0, MAX_MESSAGES);
}

/** The beginning of an error's body, for its words. */
export async function wordsOf(response: Response): Promise<string> {
  let text = '';
  try {
    for await (const piece of textsOf(response)) {
      text += piece;
      if (text.length > 10_000) break;
    }
    const body: unknown = JSON.parse(text);
    const error = field(body, 'error');
    const words =
      field(error, 'message') ?? field(body, 'error_description') ?? field(body, 'message') ?? error;
    return typeof words === 'string' ? words : '';
  } catch {
    return '';
  }
}

/** An own property of whatever this is. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function parse(text: string): RpcMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new McpFailure('notMcp', '', error);
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each): each is RpcMessage => field(each, 'jsonrpc') === '2.0');
}

async function* textsOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > MAX_BYTES) throw new McpFailure('tooLarge');
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Also closes the socket of a server that would continue.
    await reader.cancel().catch(() => {});
  }
}

/** The data of each server-sent event. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  let data: string[] = [];
  for await (const piece of textsOf(response)) {
    // Looked for in the new piece only: a line of megabytes must not be searched again for each.
    if (!/[\r\n]/.test(piece)) {
      rest += piece;
      continue;
    }
    const lines = (rest + piece).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }
}
