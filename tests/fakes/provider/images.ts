import type { ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { isObject, type JsonObject, objects, text } from './json.ts';
import { planFor } from './plan.ts';
import { isAnswered, sendJson } from './precede.ts';
import type { Wire } from './wire/wire.ts';

/** A request for a picture, freed of its wire protocol. */
export interface PictureRequest {
  protocol: 'openai' | 'imagen' | 'gemini';
  model: string;
  prompt: string;
}

/** The image request in a call; null for every other call. */
export function pictureRequest(path: string, body: JsonObject): PictureRequest | null {
  if (/^(?:\/v1)?\/images\/(?:generations|edits)$/.test(path))
    return { protocol: 'openai', model: text(body.model), prompt: text(body.prompt) };
  const [, model = '', verb] = /^\/v1beta\/models\/([^/]+):(predict|generateContent)$/.exec(path) ?? [];
  if (verb === 'predict')
    return { protocol: 'imagen', model, prompt: text(objects(body.instances)[0]?.prompt) };
  const config = isObject(body.generationConfig) ? body.generationConfig : {};
  if (verb !== 'generateContent' || !JSON.stringify(config).includes('"IMAGE"')) return null;
  const parts = objects(objects(body.contents).at(-1)?.parts);
  return { protocol: 'gemini', model, prompt: parts.map((part) => text(part.text)).join('') };
}

/**
 * Answers with a picture. Besides the directives of failures before an answer: `size w h` pixels, `revised text`,
 * `link address`, and in place of a picture `htmlpng`, `junk`, `oversize`, `bomb`, `nothing`, `unsafe`.
 */
export async function answerPicture(
  { protocol, model, prompt }: PictureRequest,
  attempt: number,
  response: ServerResponse,
  wire: Wire,
): Promise<void> {
  const question = { model, user: prompt, instructions: '', stream: false };
  const plan = planFor(
    { ...question, images: 0, messages: 1, tools: [], results: [], characters: prompt.length },
    { delayMs: 0 },
    attempt,
  );
  if (!(await isAnswered(plan, response, wire))) return;
  sendJson(response, 200, bodies[protocol](prompt));
}

const bodies: Record<PictureRequest['protocol'], (prompt: string) => JsonObject> = {
  openai(prompt) {
    const link = argumentOf(prompt, 'link');
    const revised = argumentOf(prompt, 'revised');
    const picture = link === null ? { b64_json: base64For(prompt) } : { url: link };
    return {
      created: 1_700_000_000,
      data: has(prompt, 'nothing') ? [] : [{ ...picture, ...(revised && { revised_prompt: revised }) }],
      usage: { input_tokens: 11, output_tokens: 272, total_tokens: 283 },
    };
  },
  imagen: (prompt) =>
    has(prompt, 'unsafe')
      ? { predictions: [{ raiFilteredReason: 'It was filtered.' }] }
      : { predictions: [{ bytesBase64Encoded: base64For(prompt), mimeType: 'image/png' }] },
  gemini(prompt) {
    const data = { mimeType: 'image/png', data: base64For(prompt) };
    const parts = has(prompt, 'unsafe') ? [] : [{ inlineData: data }];
    return {
      candidates: [
        {
          content: { role: 'model', parts },
          finishReason: has(prompt, 'unsafe') ? 'IMAGE_SAFETY' : 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1290, totalTokenCount: 1297 },
    };
  },
};

function argumentOf(prompt: string, name: string): string | null {
  return new RegExp(`\\[\\[${name} ([^\\]]+)\\]\\]`).exec(prompt)?.[1] ?? null;
}

function has(prompt: string, name: string): boolean {
  return prompt.includes(`[[${name}]]`);
}

function base64For(prompt: string): string {
  if (has(prompt, 'htmlpng'))
    return Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
  if (has(prompt, 'oversize')) return Buffer.alloc(21 * 1024 * 1024, 1).toString('base64');
  if (has(prompt, 'junk')) return pngOf(64, 64).subarray(0, 60).toString('base64');
  if (has(prompt, 'bomb')) return pngOf(30_000, 30_000, 8).toString('base64');
  const [width = 64, height = 64] = (argumentOf(prompt, 'size') ?? '64 64').split(' ').map(Number);
  return pngOf(width, height).toString('base64');
}

/** A picture of one colour; with fewer `rows` than it is high it lies about its size. */
export function pngOf(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3, 0x60);
  line[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: rows }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
