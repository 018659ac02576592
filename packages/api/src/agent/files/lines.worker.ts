import type { TextHunk } from '@tandem/shared/agent/file';
import { serveWorker } from '../../core/worker/serve.ts';
import { hunksBetween } from './lines.ts';

/** Texts of one comparison, as pairs of before and after; null for what is no text. */
export interface LinesTask {
  pairs: readonly (readonly [before: string | null, after: string | null])[];
}

serveWorker<LinesTask, (TextHunk[] | null)[]>(({ pairs }) =>
  pairs.map(([before, after]) => (before === null || after === null ? null : hunksBetween(before, after))),
);
