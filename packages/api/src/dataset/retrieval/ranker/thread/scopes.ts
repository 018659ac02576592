import type { RankScope } from '../messages.ts';
import type { HeldDataset } from './held.ts';
import { Scope } from './scope.ts';
import type { Segment } from './segment.ts';

/** Scopes of the last searches that are kept. */
const KEPT = 4;

interface Kept {
  request: RankScope;
  segments: readonly (readonly Segment[])[];
  scope: Scope;
}

/** What searches may see, the last used first. A search ranks twice, and the next often sees the same. */
export class Scopes {
  private kept: Kept[] = [];

  /** The scope of a request, made anew unless one of the same passages is known. */
  of(request: RankScope, datasets: readonly HeldDataset[]): Scope {
    const segments = datasets.map((held) => held.segments);
    const known = this.kept.find((each) => isSame(each, request, segments)) ?? {
      request: { ...request },
      segments,
      scope: new Scope(request, datasets),
    };
    this.kept = [known, ...this.kept.filter((each) => each !== known)].slice(0, KEPT);
    return known.scope;
  }

  /** Lets go of all segments. */
  forget(): void {
    this.kept = [];
  }
}

function isSame(kept: Kept, request: RankScope, segments: Kept['segments']): boolean {
  return (
    kept.segments.length === segments.length &&
    kept.segments.every((each, at) => each === segments[at]) &&
    bytesOf(kept.request.extractionIds).equals(bytesOf(request.extractionIds)) &&
    bytesOf(kept.request.passages).equals(bytesOf(request.passages))
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
