import type { BlockInput } from '@tandem/shared/document/blocks';
import { docxOf, paragraph } from '../integration/document/docx.ts';
import { zipOf } from '../integration/document/exchange.ts';
import type { Api } from '../running/api.ts';
import { blockShapes, type Family, type TextFormat, textShapes } from './hostile-shapes.ts';

/** One hostile input; the caller chooses its size. */
export interface Shape<Content> {
  family: Family;
  name: string;
  make(size: number): Content;
}

export function shapesOfText(format: TextFormat, family: Family): Shape<string>[] {
  return Object.entries(textShapes[format][family]).map(([name, make]) => ({ family, name, make }));
}

export function shapesOfBlocks(family: Family): Shape<BlockInput[]>[] {
  return Object.entries(blockShapes[family]).map(([name, make]) => ({ family, name, make }));
}

/** The place into which texts, tables, blocks and files are sent. */
export interface Target {
  api: Api;
  appId: string;
  documentId: string;
  channelId: string;
}

/** The outcome of an input: accepted, or refused with a readable sentence. */
export interface Outcome {
  status: number;
  sentence: string;
}

const MEDIA = { markdown: 'text/markdown', html: 'text/html' } as const;
const ENDING = { markdown: 'md', html: 'html' } as const;

/** Longer than any of these may take; one that hangs fails its test here. */
const PATIENCE_MS = 150_000;

async function send(
  { api }: Target,
  verb: string,
  path: string,
  body: BodyInit,
  type?: string,
): Promise<Outcome & { data: unknown }> {
  const response = await fetch(api.url + path, {
    method: verb,
    headers: { authorization: `Bearer ${api.token}`, ...(type !== undefined && { 'content-type': type }) },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { msg = '', data } = (await response.json()) as { msg?: string; data?: unknown };
  return { status: response.status, sentence: response.ok ? '' : msg, data };
}

const documentPath = ({ appId, documentId }: Target) => `/api/app/${appId}/channelDoc/${documentId}`;

/** Doors for written texts, by name. */
export const textDoors: Record<
  string,
  (target: Target, text: string, format: TextFormat) => Promise<Outcome>
> = {
  put: (target, text, format) => send(target, 'PUT', `${documentPath(target)}/content`, text, MEDIA[format]),
  append: (target, text, format) =>
    send(target, 'PUT', `${documentPath(target)}/appendContent`, text, MEDIA[format]),
  create: (target, text, format) =>
    send(
      target,
      'POST',
      `/api/app/${target.appId}/channelDoc`,
      JSON.stringify({ content: text, format, name: 'x' }),
      'application/json',
    ),
  import: (target, text, format) => imported(target, text, `x.${ENDING[format]}`),
  archive: (target, text, format) =>
    imported(target, zipOf({ [`a/x.${ENDING[format]}`]: text, 'b.md': '[[x]]' }), 'x.zip'),
};

/** Doors that take words as they are, by name, with the most characters that they take. */
export const wordDoors: Record<
  string,
  { most: number; send(target: Target, text: string): Promise<unknown> }
> = {
  'a message': {
    most: 16_384,
    send: ({ api, channelId }, text) => api.trpc.message.send.mutate({ channelId, text }),
  },
  'a comment': {
    most: 5_000,
    send: ({ api, documentId }, text) => api.trpc.discussion.create.mutate({ documentId, text }),
  },
  'a suggestion': {
    most: 16_384,
    send: ({ api, documentId }, text) => api.trpc.suggestion.accept.mutate({ documentId, text }),
  },
  instructions: {
    most: 16_384,
    send: ({ api }, text) => api.trpc.assistant.create.mutate({ name: 'x', instructions: text }),
  },
  'a name': {
    most: 100,
    send: ({ api, channelId }, text) => api.trpc.channel.update.mutate({ channelId, name: text }),
  },
};

/** Inserts blocks into a document. */
export function putBlocks(target: Target, blocks: BlockInput[]): Promise<Outcome> {
  const body = JSON.stringify({ content: blocks });
  return send(target, 'PUT', `${documentPath(target)}/content`, body, 'application/json');
}

/** A Word document with nested one-cell tables of a given depth. */
export function wordTables(depth: number): Uint8Array {
  const open = '<w:tbl><w:tr><w:tc>';
  const close = '<w:p/></w:tc></w:tr></w:tbl>';
  return docxOf({ body: open.repeat(depth) + paragraph('x') + close.repeat(depth) });
}

/** Uploads a file and imports it. */
export async function imported(target: Target, content: string | Uint8Array, name: string): Promise<Outcome> {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const upload = await send(target, 'POST', '/api/files/upload', form);
  if (upload.status !== 200) return upload;
  const body = JSON.stringify({ fileId: (upload.data as { id: string }).id });
  return send(target, 'POST', `/api/app/${target.appId}/channelDoc/-/import`, body, 'application/json');
}
