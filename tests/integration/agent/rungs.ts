import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Rung, rungs, sandboxOf, tryOut } from '@tandem/api/agent/sandbox/ladder';
import type { Platform } from '@tandem/api/core/platform';
import { vi } from 'vitest';

/** One rung of each kind that works on this machine, the best first. */
export async function workingRungs(): Promise<Rung[]> {
  const parent = mkdtempSync(path.join(process.cwd(), 'node_modules', '.sandbox-test-'));
  const working: Rung[] = [];
  try {
    for (const rung of rungs()) {
      if (working.some(({ backend }) => backend.kind === rung.backend.kind)) continue;
      if ((await tryOut(rung.backend, parent)) === null) working.push(rung);
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return working;
}

/** Has a server run commands in this rung, whatever better one there is. */
export function useRung(platform: Platform, { backend }: Rung): void {
  vi.spyOn(sandboxOf(platform), 'choose').mockResolvedValue({ backend, trials: [] });
}
