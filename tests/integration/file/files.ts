import { crc32, deflateSync } from 'node:zlib';
import type { UploadedFile } from '@tandem/shared/file/schema';
import { type Answer, type Api, apiFor } from '../../running/api.ts';
import { need } from '../../running/people.ts';

/** A form with one file. */
export function formOf(content: string | Uint8Array, name = 'notes.txt', type = 'text/plain'): FormData {
  const form = new FormData();
  form.set(
    'file',
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }),
    name,
  );
  return form;
}

export function send(api: Api, form: FormData, path = '/api/files/upload'): Promise<Answer> {
  return api.call('POST', path, { raw: form });
}

/** Uploads a file that is expected to be taken. */
export async function uploaded(
  api: Api,
  content: string | Uint8Array,
  name?: string,
  type?: string,
): Promise<UploadedFile> {
  return need(await send(api, formOf(content, name, type))).data as UploadedFile;
}

/** A file's bytes as they are answered. */
export async function bytesOf(api: Api, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(api.url + path, {
    headers: { ...(api.token !== null && { authorization: `Bearer ${api.token}` }), ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** A PNG of one colour. Its header may claim another size than it has. */
export function pngOf(width: number, height: number, claimed = { width, height }, colour = 0x80): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width, 0);
  header.writeUInt32BE(claimed.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3, colour);
  line[0] = 0;
  const pixels = Buffer.concat(Array.from({ length: height }, () => line));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0taken at home')),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The width and height of a lossy WebP without transparency, or with the extended header. */
export function sizeOfWebp(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

export { apiFor };
