import type { Readable } from 'node:stream';
import { AppError } from '../../../core/errors.ts';
import { RecentFailures } from '../../../core/timing/recent-failures.ts';
import { defineWorker } from '../../../core/worker/define-worker.ts';

const TIME_MS = 20_000;
/** A picture of the largest size allowed, at 16 bits a colour, with a copy. */
const MEMORY_MB = 1_024;
/** A result is a small picture; more is a mistake. */
const MAX_RESULT = 16 * 1024 * 1024;

/** Output of a rendering; the result is upright and contains only pixels. */
export interface Rendering {
  /** Maximum pixels of the longer side; a smaller picture keeps its size. */
  side: number;
  /** Cut to a square from the middle, of `side` pixels exactly. */
  square?: boolean;
  /** Lossless PNG, or WebP of a quality from 1 to 100. */
  as?: 'png' | { quality: number };
}

/** Input of the worker. */
export interface PictureToRender {
  picture: Uint8Array;
  rendering: Rendering;
}

/** The picture cannot be read, or not within bounded time and memory. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** An uploaded picture. */
export interface RenderSource {
  /** Identifies its content: an unreadable picture is not soon tried again. */
  hash: string;
  /** Its uploader, for fair scheduling between people. */
  uploaderId: number;
  /** Opens its content once scheduled, so that waiting pictures hold no memory. */
  open: () => Promise<Readable>;
}

// The decoder is machine code, so it is allowed to load that; it sees no secret all the same.
const renderPicture = defineWorker<PictureToRender, Uint8Array>({
  file: new URL('./render.worker.ts', import.meta.url),
  timeMs: TIME_MS,
  memoryMb: MEMORY_MB,
  waitingPerOwner: 100,
  addons: true,
  tooMuch: ({ message, reason }) =>
    new RenderError(reason === 'failed' || reason === 'ended' ? 'it cannot be read' : message),
});
/** Unreadable content, by hash. */
const failures = new RecentFailures();

/**
 * Decodes an untrusted picture and re-encodes it, in a child process with bounded time and memory and few at
 * once.
 * @throws RenderError, AppError `unavailable` when too many of one person's wait or the storage is slow, and
 * those of `open`
 */
export async function render(source: RenderSource, rendering: Rendering): Promise<Buffer> {
  refuseFailed(source.hash);
  const input = async () => {
    // Another call may have failed meanwhile.
    refuseFailed(source.hash);
    return { picture: await bytesOf(await source.open()), rendering };
  };
  try {
    const made = await renderPicture(input, { owner: source.uploaderId });
    if (made.byteLength > MAX_RESULT) throw new RenderError('the result is too large');
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  } catch (error) {
    if (error instanceof RenderError) failures.add(source.hash);
    throw error;
  }
}

function refuseFailed(hash: string): void {
  if (failures.has(hash)) throw new RenderError('it could not be read a while ago');
}

/** Reads a stored picture. A storage timeout is not a fault of the picture. */
async function bytesOf(content: Readable): Promise<Buffer> {
  const timer = setTimeout(() => content.destroy(new AppError('unavailable')), TIME_MS);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}
