import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { VersionCause } from '@tandem/shared/version/schema';
import { mayOnChannel } from '../../access/policy/access.policy.ts';

export type VersionAction = 'version.view' | 'version.rename' | 'version.restore' | 'version.remove';

/** Facts that decide about a version, besides the reader's level on its document. */
export interface VersionFacts {
  cause: VersionCause;
  creatorId: number | null;
}

/**
 * Abilities on a version of a person with level `held` on the document: viewing it requires viewing the
 * document, naming and restoring it requires editing. Editors remove only versions they kept themselves:
 * automatic ones protect everyone's work, also from editors.
 */
export function mayOnVersion(
  { cause, creatorId }: VersionFacts,
  { userId, held }: { userId: number; held: AccessLevel },
  action: VersionAction,
): boolean {
  if (action === 'version.view') return mayOnChannel(held, 'channel.view');
  if (!mayOnChannel(held, 'channel.edit')) return false;
  if (action !== 'version.remove') return true;
  return mayOnChannel(held, 'channel.manage') || (cause === 'named' && creatorId === userId);
}
