import type { SandboxState } from '@tandem/shared/agent/schema';
import type { Platform } from '../../core/platform.ts';
import { sandboxOf } from './ladder.ts';

/** Returns how commands of agents are held apart from this server. */
export async function sandboxState(platform: Platform): Promise<SandboxState> {
  const { backend, trials } = await sandboxOf(platform).choose();
  return {
    kind: backend?.kind ?? null,
    needsApproval: backend?.needsApproval ?? false,
    lacks: [...(backend?.lacks ?? [])],
    trials: trials.map(({ kind, means, problem }) => ({ kind, means, problem })),
  };
}
