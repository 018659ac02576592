import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerPicture, pictureRequest, pngOf } from './images.ts';
import { isObject, type JsonObject } from './json.ts';
import { fakeModels, listingFor } from './models.ts';
import { type Plan, planFor } from './plan.ts';
import { HTML, isAnswered, sendJson } from './precede.ts';
import { answerVectors, usualVectors, type VectorBehaviour, vectorRequest } from './vectors.ts';
import { anthropic } from './wire/anthropic.ts';
import { google } from './wire/google.ts';
import { ollama } from './wire/ollama.ts';
import { openai } from './wire/openai.ts';
import type { Wire } from './wire/wire.ts';

export interface FakeProviderOptions {
  /** 0, the default, picks a free one. */
  port?: number;
  /** Milliseconds between chunks; default 0. */
  delayMs?: number;
  /** If set, requests without this key get 401. */
  apiKey?: string;
}

export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: JsonObject;
  /** Chunks written so far. */
  chunks: number;
  /** `answered` in full, `failed` as planned, `aborted` by the client before the end. */
  outcome: 'running' | 'answered' | 'failed' | 'aborted';
}

export interface FakeProvider {
  /** Base URL for OpenAI-compatible clients. */
  url: string;
  /** Base URLs by protocol. */
  urls: { openai: string; anthropic: string; google: string; ollama: string };
  /** All requests so far, oldest first. */
  requests: FakeRequest[];
  /** Models in its list; a test may change them. */
  models: string[];
  /** How it embeds and judges texts; a test may change it. */
  vectors: VectorBehaviour;
  close(): Promise<void>;
}

function wireOf(path: string): Wire | null {
  if (path === '/v1/chat/completions' || path === '/chat/completions') return openai;
  if (path === '/v1/messages') return anthropic;
  if (/^\/v1beta\/models\/[^/]+:(stream)?generateContent$/i.test(path)) return google;
  return path === '/api/chat' ? ollama : null;
}

/** Starts a real HTTP server that speaks the wire protocols of OpenAI, Anthropic, Google and Ollama. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const requests: FakeRequest[] = [];
  const models: string[] = [...fakeModels];
  const vectors = usualVectors();
  const attempts = new Map<string, number>();

  function nextAttempt(key: string): number {
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    return attempt;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (servesPicture(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://fake');
    const { method = 'GET', headers } = request;
    const record: FakeRequest = { method, path: pathname, headers, body, chunks: 0, outcome: 'running' };
    requests.push(record);
    response.once('close', () => {
      if (record.outcome === 'running') record.outcome = response.writableFinished ? 'answered' : 'aborted';
    });
    const wire = wireOf(pathname);
    const isAnthropic = headers['anthropic-version'] !== undefined;
    const speaker = wire ?? speakerOf(pathname, isAnthropic);
    if (options.apiKey !== undefined && speaker.key(headers) !== options.apiKey) {
      const refusal = { status: 401, type: 'authentication_error', message: 'Invalid API key' };
      return sendJson(response, 401, speaker.refusal(refusal));
    }
    const wanted = pictureRequest(pathname, body);
    if (wanted) {
      const attempt = nextAttempt(`${wanted.model} ${wanted.prompt}`);
      return answerPicture(wanted, attempt, response, speaker);
    }
    const embedding = vectorRequest(pathname, body);
    if (embedding) {
      const attempt = nextAttempt(`${embedding.model} ${embedding.texts.join(' ')}`);
      return answerVectors(embedding, vectors, attempt, response, speaker);
    }
    if (!wire) {
      const listing = listingFor(pathname, isAnthropic, body, models);
      if (listing) return sendJson(response, 200, listing);
      const refusal = { status: 404, type: 'not_found_error', message: `Nothing at ${pathname}` };
      return sendJson(response, 404, speaker.refusal(refusal));
    }
    const question = wire.read(pathname, body);
    const attempt = nextAttempt(`${question.model} ${question.user}`);
    const plan = planFor(question, { delayMs: options.delayMs ?? 0 }, attempt);
    if (!(await isAnswered(plan, response, wire))) return;
    if (!question.stream) return sendJson(response, 200, wire.whole(question, plan));
    await stream(response, wire.encoder(question, plan, body), plan, record);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/v1`,
    urls: {
      openai: `${origin}/v1`,
      anthropic: `${origin}/v1`,
      google: `${origin}/v1beta`,
      ollama: `${origin}/api`,
    },
    requests,
    models,
    vectors,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function speakerOf(path: string, isAnthropic: boolean): Wire {
  if (path.startsWith('/v1beta')) return google;
  if (path.startsWith('/api')) return ollama;
  return isAnthropic ? anthropic : openai;
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const whole = Buffer.concat(chunks).toString('latin1');
  if (request.headers['content-type']?.startsWith('multipart/')) return formIn(whole);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** The fields of a form, and how many files it holds. */
function formIn(whole: string): JsonObject {
  const fields = [...whole.matchAll(/name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g)];
  const files = whole.match(/filename="/g) ?? [];
  return { ...Object.fromEntries(fields.map(([, name, value]) => [name, value])), files: files.length };
}

/** A picture that an answer only names. */
function servesPicture({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'GET' || !url.startsWith('/pictures/')) return false;
  if (url.endsWith('.html')) response.writeHead(200, { 'content-type': 'image/png' }).end(HTML);
  else response.writeHead(200, { 'content-type': 'image/png' }).end(pngOf(64, 64));
  return true;
}

async function stream(
  response: ServerResponse,
  encoder: ReturnType<Wire['encoder']>,
  plan: Plan,
  record: FakeRequest,
): Promise<void> {
  const fails = !['finish', 'length', 'filter'].includes(plan.ending);
  response.writeHead(200, { 'content-type': encoder.contentType });
  const write = async (chunk: string) => {
    if (response.destroyed || chunk === '') return;
    if (plan.delayMs > 0) await sleep(plan.delayMs);
    if (response.destroyed) return;
    response.write(chunk);
    record.chunks++;
  };
  response.write(encoder.start());
  for (const delta of plan.reasoning) await write(encoder.reasoning(delta));
  for (const delta of fails ? plan.text.slice(0, plan.failAfter) : plan.text)
    await write(encoder.text(delta));
  for (const call of plan.calls) for (const chunk of encoder.call(call)) await write(chunk);
  if (response.destroyed) return;
  if (plan.ending === 'finish' || plan.ending === 'length' || plan.ending === 'filter') {
    response.end(encoder.finish(plan.ending));
    return;
  }
  if (plan.ending === 'stall') return;
  record.outcome = 'failed';
  if (plan.ending === 'drop') {
    // Written data has to leave first, or the client would see a refused connection instead of a lost one.
    await sleep(20);
    response.socket?.destroy();
  } else if (plan.ending === 'cut') response.end();
  else if (plan.ending === 'error-chunk') response.end(encoder.error('The upstream model exploded'));
  else response.end(encoder.contentType.includes('event') ? 'data: {"id": oops}\n\n' : '{"model": oops}\n');
}
