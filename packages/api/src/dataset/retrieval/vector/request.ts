import type { Db } from '@tandem/db';
import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import { steadyMs } from '../../../core/timing/steady.ts';

export const VECTOR_JOB = 'dataset.vectors';

/** Milliseconds after which a team that is still due is asked for again. */
const AGAIN_AFTER_MS = 60_000;

/** When this process last asked for a team's vectors. */
const asked = perProcess(() => new Map<string, number>());

/** Has the passages of a team filled in the background. */
export function requestFill(db: Db, platform: Platform, teamId: string): Promise<void> {
  return platform.jobs.enqueue(db, VECTOR_JOB, { teamId });
}

/** The same, where a search met passages without vectors: once in a while. */
export async function requestDueFill(platform: Platform, teamId: string): Promise<void> {
  const recent = asked(platform);
  const now = steadyMs();
  for (const [id, at] of recent) if (now - at > AGAIN_AFTER_MS) recent.delete(id);
  if (recent.has(teamId)) return;
  recent.set(teamId, now);
  await requestFill(platform.database.db, platform, teamId);
}
