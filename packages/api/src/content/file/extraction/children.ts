import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import type { OwnChild } from '../../../core/worker/own-child.ts';
import { temporaryIn } from '../temporary.ts';
import { extract } from './extract.ts';
import type { ExtractionFormat } from './format.ts';
import { AHEAD } from './read/sample.ts';

/** Milliseconds that a child waits for a file. */
const WAIT_MS = 90_000;

/** The name of a file that does not exist yet, and the child that may read it. */
export interface Place {
  path: string;
  child: OwnChild;
}

/**
 * Children for files. A child reads only one, so that no file finds what another left behind; the next is therefore
 * started before its file comes, when one may be expected: starting takes longer than reading most files.
 */
class Children {
  private readonly dataDir: string;
  private spare: (Place & { timer: NodeJS.Timeout }) | null = null;

  constructor({ settings }: Platform) {
    this.dataDir = settings.dataDir;
  }

  /** Has a child ready for the next file. @param format of the file that is expected */
  expect(format: ExtractionFormat): void {
    if (this.spare?.child.isAlive) return;
    const place = this.start(format === 'pdf' ? [AHEAD] : []);
    const timer = setTimeout(() => void this.take()?.child.close(), WAIT_MS).unref();
    this.spare = { ...place, timer };
    // One that does not start in time must not be handed to a file.
    place.child.closeUnlessStarted();
  }

  /** A child for one file, which the caller closes. */
  next(): Place {
    return this.take() ?? this.start([]);
  }

  private take(): Place | null {
    const { spare } = this;
    this.spare = null;
    clearTimeout(spare?.timer);
    return spare?.child.isAlive ? { path: spare.path, child: spare.child } : null;
  }

  private start(args: readonly string[]): Place {
    const path = temporaryIn(this.dataDir);
    return { path, child: extract.own([path], args) };
  }
}

export const childrenOf = perProcess((platform) => new Children(platform));
