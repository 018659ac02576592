import superjson from 'superjson';
import { WebSocket } from 'ws';
import { type ProcedureWay, procedures } from '../../contract/surface.ts';
import { sharedServer } from '../../running/shared-server.ts';
import { type ClosedPlace, inputOf } from './input.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';

/** Longest wait for an answer, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Every procedure that is followed, not called. */
export const streams = procedures.filter((way) => way.type === 'subscription');

/** The input of a stream; a team is named, since the asker's own is not the place's. */
function streamInput(way: ProcedureWay, place: ClosedPlace): Record<string, unknown> {
  const input = inputOf(way, way.name, place);
  return way.name === 'live.team' ? { ...input, teamId: place.teamId } : input;
}

interface Frame {
  id: number;
  result?: { type: 'started' | 'data' | 'stopped' };
  error?: { json: { data: { httpStatus: number } } };
}

/** One caller's socket, asked one thing after another as the web asks. */
export class MatrixSocket {
  private readonly socket: WebSocket;
  private readonly opened: Promise<number | null>;
  private readonly waiting = new Map<number, (frame: Frame) => void>();
  private lastId = 0;

  constructor(headers: Record<string, string>) {
    this.socket = new WebSocket(`${sharedServer.url.replace(/^http/, 'ws')}/api/live`, { headers });
    this.opened = new Promise((resolve) => {
      this.socket.once('open', () => resolve(null));
      this.socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => {
      const text = String(data);
      if (text === 'PING') this.socket.send('PONG');
      else if (text !== 'PONG') this.take(JSON.parse(text));
    });
  }

  /** Subscribes until the first event, or the refusal. A stream that ends without one shows nothing. */
  async follow(way: ProcedureWay, place: ClosedPlace): Promise<Outcome | number> {
    const { status, id } = await this.ask(way, streamInput(way, place), ({ result }) =>
      result?.type === 'data' ? 200 : result?.type === 'stopped' ? 404 : null,
    );
    if (status === 200) this.socket.send(JSON.stringify({ id, method: 'subscription.stop' }));
    return outcomeOf(status);
  }

  /** Makes a call that belongs on HTTP. @returns its status, or that of the refused upgrade */
  async call(way: ProcedureWay, place: ClosedPlace): Promise<number> {
    return (await this.ask(way, inputOf(way, way.name, place), () => 200)).status;
  }

  close(): void {
    this.socket.terminate();
  }

  /** @param judge the status that a frame means; null while more must come */
  private async ask(
    { name, type }: ProcedureWay,
    input: Record<string, unknown>,
    judge: (frame: Frame) => number | null,
  ): Promise<{ status: number; id: number }> {
    this.lastId += 1;
    const id = this.lastId;
    const refused = await this.opened;
    if (refused !== null) return { status: refused, id };
    const status = await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(reject, PATIENCE_MS, new Error(`${name} says nothing over the socket`));
      this.waiting.set(id, (frame) => {
        const said = frame.error ? frame.error.json.data.httpStatus : judge(frame);
        if (said === null) return;
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(said);
      });
      const params = { path: name, input: superjson.serialize(input) };
      this.socket.send(JSON.stringify({ id, method: type, params }));
    });
    return { status, id };
  }

  private take(frame: Frame): void {
    this.waiting.get(frame.id)?.(frame);
  }
}

/** Subscribes by server-sent events until the first event, or the refusal. */
export async function listen(
  way: ProcedureWay,
  headers: Record<string, string>,
  place: ClosedPlace,
): Promise<Outcome | number> {
  const aborted = new AbortController();
  const input = JSON.stringify(superjson.serialize(streamInput(way, place)));
  const response = await fetch(`${sharedServer.url}/api/${way.name}?${new URLSearchParams({ input })}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: AbortSignal.any([aborted.signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const refusal = /event: serialized-error\ndata: (.*)\n/.exec(text)?.[1];
      if (refusal) return outcomeOf(Number(/"httpStatus":(\d+)/.exec(refusal)?.[1]));
      // Other lines only confirm the connection.
      if (/^id: /m.test(text)) return 'in';
    }
    return response.status === 200 ? 404 : outcomeOf(response.status);
  } finally {
    aborted.abort();
  }
}
