import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../core/errors.ts';
import { fairQueue } from '../../core/fair-queue.ts';
import { RecentFailures } from '../../core/recent-failures.ts';

const TIME_MS = 20_000;
/** A picture of the largest size allowed, at 16 bits a colour, with a copy. */
const MEMORY_MB = 1_024;
const WATCH_EVERY_MS = 50;
/** A result is a small picture; more is a mistake. */
const MAX_RESULT = 16 * 1024 * 1024;
/** What the renderer may read: the folders of code, where no data lies. */
const READABLE = ['packages/', 'node_modules/', 'package.json'].map((name) =>
  fileURLToPath(new URL(`../../../../../${name}`, import.meta.url)),
);
const RENDERER = fileURLToPath(new URL('./renderer.ts', import.meta.url));

/** What is to be made of a picture; it is upright afterwards, and without anything but pixels. */
export interface Rendering {
  /** Pixels of the longer side at most; a smaller picture keeps its size. */
  side: number;
  /** Cut to a square from the middle, of `side` pixels exactly. */
  square?: boolean;
  /** Kept in full by PNG; else WebP, whose quality is from 1 to 100. */
  as?: 'png' | { quality: number };
}

/** The picture cannot be read, or not within bounded time and memory. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A picture that somebody uploaded. */
export interface RenderSource {
  /** Names its content: what could not be read once is not tried again soon. */
  hash: string;
  /** Who uploaded it, and waits behind everyone else's when they have many. */
  uploaderId: number;
  /** Its bytes, asked for when it is their turn: what waits holds no memory. */
  open: () => Promise<Readable>;
}

/** Two processes at once, of which nobody's pictures take both. */
const renderers = fairQueue<number>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 100 });
/** What could not be read, by content. */
const failures = new RecentFailures();

/**
 * Decodes someone else's picture and makes another of it, in a process of its own, with bounded time and memory; two
 * at once, the others wait.
 * @throws RenderError, AppError `unavailable` when too many of one person's wait, and those of `open`
 */
export async function render(source: RenderSource, rendering: Rendering): Promise<Buffer> {
  refuseFailed(source.hash);
  return renderers.run(source.uploaderId, async () => {
    // It may have failed while this waited.
    refuseFailed(source.hash);
    try {
      return await renderInProcess(await source.open(), rendering);
    } catch (error) {
      if (error instanceof RenderError) failures.add(source.hash);
      throw error;
    }
  });
}

function refuseFailed(hash: string): void {
  if (failures.has(hash)) throw new RenderError('it could not be read a while ago');
}

function renderInProcess(picture: Readable, rendering: Rendering): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const renderer = spawn(
      process.execPath,
      [
        '--max-old-space-size=128',
        // It may write nothing, read nothing but code, and start no other process. The decoder is machine code all the
        // same: it sees no secret, since nothing that the server was started with is handed on.
        '--permission',
        ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
        '--allow-addons',
        '--no-warnings',
        RENDERER,
        JSON.stringify(rendering),
      ],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    renderer.on('error', (error) => {
      picture.destroy();
      reject(new AppError('unavailable', {}, error));
    });
    if (renderer.pid === undefined) return;
    const chunks: Buffer[] = [];
    let size = 0;
    let failure: Error | null = null;
    const giveUp = (error: Error) => {
      failure ??= error;
      renderer.kill('SIGKILL');
    };
    const fail = (why: string) => giveUp(new RenderError(why));
    const timer = setTimeout(() => {
      // It is read whole before anything else is done: the storage was slow, which says nothing about the picture.
      if (renderer.stdin.writableFinished) fail('it took too long');
      else giveUp(new AppError('unavailable'));
    }, TIME_MS);
    const watch = setInterval(() => {
      void memoryOf(renderer.pid).then((megabytes) => {
        if (megabytes > MEMORY_MB) fail('it took too much memory');
      });
    }, WATCH_EVERY_MS);
    // Who fails early reads no more.
    renderer.stdin.on('error', () => {});
    renderer.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_RESULT) fail('the result is too large');
      else chunks.push(chunk);
    });
    // The next one starts when this is gone, and not before.
    renderer.once('close', (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      picture.destroy();
      if (failure) reject(failure);
      else if (code !== 0 || size === 0) reject(new RenderError('it cannot be read'));
      else resolve(Buffer.concat(chunks));
    });
    picture.once('error', (error) => giveUp(error));
    picture.pipe(renderer.stdin);
  });
}

/** Megabytes that a process holds; 0 where the system does not tell by a file. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const line = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(line.split(' ')[1] ?? 0) * 4_096) / 1024 / 1024;
}
