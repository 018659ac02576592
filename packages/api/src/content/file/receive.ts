import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../core/errors.ts';
import type { IncomingFile } from '../../core/rest/row.ts';
import { type FileKind, HEAD_BYTES, kindOf } from './kind.ts';
import { cleanFileName } from './name.ts';

/** A completely received file, with the facts detected from its bytes. */
export interface Received extends FileKind {
  name: string;
  size: number;
  hash: string;
}

/**
 * Writes a file that comes in to `to`, and learns about it on the way.
 * @throws AppError `fileTooLarge`, `fileEmpty`, `imageTooLarge`, `invalidInput` when it breaks off or more comes with it
 */
export async function receive(incoming: IncomingFile, to: string, signal: AbortSignal): Promise<Received> {
  const look = new Look();
  try {
    await pipeline(incoming.content, look, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    if (error instanceof AppError || isOurs(error)) throw error;
    throw new AppError('invalidInput', { reason: 'file: it broke off' }, error);
  }
  await incoming.end();
  if (look.size === 0) throw new AppError('fileEmpty');
  const name = cleanFileName(incoming.name);
  return { name, size: look.size, hash: look.digest(), ...(await kindOf(look.head(), look.isText, name)) };
}

/** Whether our own disk failed, not the sender. */
function isOurs(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS'].includes(String(error.code))
  );
}

/** Inspects a file in passing: its hash, size, first bytes, and whether it is text. */
class Look extends Transform {
  size = 0;
  isText = true;
  private readonly hash: Hash = createHash('sha256');
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly heads: Buffer[] = [];
  private headSize = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, next: TransformCallback): void {
    this.size += chunk.length;
    this.hash.update(chunk);
    if (this.headSize < HEAD_BYTES) {
      const part = chunk.subarray(0, HEAD_BYTES - this.headSize);
      this.heads.push(part);
      this.headSize += part.length;
    }
    if (this.isText) this.isText = !chunk.includes(0) && this.decodes(chunk);
    next(null, chunk);
  }

  override _flush(next: TransformCallback): void {
    if (this.isText) this.isText = this.decodes();
    next();
  }

  digest(): string {
    return this.hash.digest('hex');
  }

  head(): Buffer {
    return Buffer.concat(this.heads);
  }

  private decodes(chunk?: Buffer): boolean {
    try {
      this.decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}
