import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { VersionCause } from '@tandem/shared/version/schema';
import { mayOnChannel } from '../../access/policy/access.policy.ts';

export type VersionAction = 'version.view' | 'version.rename' | 'version.restore' | 'version.remove';

/** What decides about a version, beside the level that one holds on its document. */
export interface VersionFacts {
  cause: VersionCause;
  creatorId: number | null;
}

/**
 * What the holder of `held` on the document may do with a version: look at it with the document, name and restore it
 * with the right to edit. Who edits removes only what they kept themselves: the states that are kept by themselves
 * protect everyone's work from them too.
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
