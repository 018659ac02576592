import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { WorkingCopy } from '../files/working-copy.ts';
import { sandboxOf } from '../sandbox/ladder.ts';
import type { SandboxSession } from '../sandbox/sandbox.ts';

/** Working copies of one server. */
const MAX_COPIES = 12;
/** Milliseconds after which one that nobody uses is removed. */
const IDLE_MS = 120_000;

/** A working copy with the sandbox whose folder it is. */
export interface OpenCopy {
  copy: WorkingCopy;
  session: SandboxSession;
}

/** One while it is used. */
export interface UsedCopy extends OpenCopy {
  /** Has it removed afterwards, with whatever is in its folder. */
  giveUp(): void;
}

interface Kept {
  opened: Promise<OpenCopy>;
  /** Ends when the last use so far has ended. */
  last: Promise<unknown>;
  users: number;
  /** Nobody knows what is in its folder, or wants it. */
  isBroken: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/** The files that a working copy is of. */
interface CopyOf {
  id: string;
  /** The channel that keeps their contents. */
  channelId: string;
}

/** The working copies of a process, one for the files of a channel and of each copy of them, kept between calls. */
class Copies {
  private readonly platform: Platform;
  /** The one used longest ago first. */
  private readonly kept = new Map<string, Kept>();
  /** Called when one is used no more. */
  private readonly waiting: (() => void)[] = [];

  constructor(platform: Platform) {
    this.platform = platform;
  }

  /**
   * Uses the working copy of some files, one use after the other. One whose use failed is removed: nobody knows what is
   * in its folder.
   * @throws the signal's reason while it waits
   */
  async use<T>(of: CopyOf, signal: AbortSignal, work: (open: UsedCopy) => Promise<T>): Promise<T> {
    for (;;) {
      const kept = await this.take(of, signal);
      const before = kept.last;
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      kept.last = over;
      try {
        await before;
        signal.throwIfAborted();
        const giveUp = () => {
          kept.isBroken = true;
        };
        if (!kept.isBroken) return await work({ ...(await kept.opened), giveUp });
      } catch (error) {
        kept.isBroken = true;
        throw error;
      } finally {
        end();
        kept.users -= 1;
        if (kept.isBroken) this.drop(of.id, kept);
        else if (kept.users === 0) this.keep(of.id, kept);
        this.waiting.shift()?.();
      }
    }
  }

  /** Removes a working copy unless it is used. */
  release(id: string): void {
    const kept = this.kept.get(id);
    if (kept?.users === 0) this.drop(id, kept);
  }

  private async take({ id, channelId }: CopyOf, signal: AbortSignal): Promise<Kept> {
    for (;;) {
      const known = this.kept.get(id);
      if (known || this.makeRoom()) {
        const kept = known ?? {
          opened: this.open(channelId),
          last: Promise.resolve(),
          users: 0,
          isBroken: false,
        };
        kept.opened.catch(() => {});
        clearTimeout(kept.timer);
        kept.users += 1;
        this.kept.delete(id);
        this.kept.set(id, kept);
        return kept;
      }
      await this.someUseEnds(signal);
    }
  }

  /** @returns whether another may be made */
  private makeRoom(): boolean {
    if (this.kept.size < MAX_COPIES) return true;
    for (const [id, kept] of this.kept)
      if (kept.users === 0) {
        this.drop(id, kept);
        return true;
      }
    return false;
  }

  private async someUseEnds(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => reject(signal.reason);
    this.waiting.push(resolve);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      await promise;
    } finally {
      signal.removeEventListener('abort', stop);
      const index = this.waiting.indexOf(resolve);
      if (index !== -1) this.waiting.splice(index, 1);
      // It was called, but does not take the place.
      else if (signal.aborted) this.waiting.shift()?.();
    }
  }

  private async open(channelId: string): Promise<OpenCopy> {
    const backend = await sandboxOf(this.platform).backend();
    const copy = await WorkingCopy.make(this.platform, channelId);
    try {
      return { copy, session: await backend.open(copy.folder) };
    } catch (error) {
      await copy.discard();
      throw error;
    }
  }

  private keep(id: string, kept: Kept): void {
    if (this.kept.get(id) !== kept) return;
    kept.timer = setTimeout(() => this.drop(id, kept), IDLE_MS).unref();
  }

  private drop(id: string, kept: Kept): void {
    if (this.kept.get(id) === kept) this.kept.delete(id);
    clearTimeout(kept.timer);
    const remove = async () => {
      await kept.last;
      const { copy, session } = await kept.opened;
      await session.close();
      await copy.discard();
    };
    remove().catch((err: unknown) => this.platform.log.warn({ err }, 'a working copy was not removed'));
  }
}

export const copiesOf = perProcess((platform) => new Copies(platform));
