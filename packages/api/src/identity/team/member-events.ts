import { type Db, onCommit } from '@tandem/db';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { memberIds } from './team.repo.ts';

/** Announces to everyone in a team, after the commit, that their profile's data about it changed. */
export async function tellMembers({ bus }: Platform, tx: Db, teamId: string): Promise<void> {
  const userIds = await memberIds(tx, teamId);
  onCommit(tx, () => {
    for (const userId of userIds) bus.publish(topics.user(userId), { type: 'profile.changed' });
  });
}
