import type { Db } from '@tandem/db';
import type { TeamLiveEvent } from '@tandem/shared/live/events';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { treeRevisionOf } from '../../identity/team/team.repo.ts';
import { listApps } from '../../workspace/app/app.service.ts';
import { listTeamChannels } from '../../workspace/channel/channel.service.ts';
import { appsHiddenSince, channelsHiddenSince } from '../../workspace/scope/hidden.repo.ts';
import { listBareSpaces, listRemovedSpaces } from '../../workspace/space/space.service.ts';

/** Beyond this number of changes the whole tree is sent: the client then knows that nothing else remains. */
const MANY = 1_000;

/**
 * Returns the reader's view of changes in a team's tree after a revision; null for the whole tree. `removed`
 * lists what they may have lost, possibly including unknown ids.
 * @returns null when nothing changed, or the reader is not an active member
 */
export async function treeSince(
  { db }: { db: Db },
  reader: Reader,
  teamId: string,
  since: number | null,
): Promise<TeamLiveEvent | null> {
  // Read first: later commits are sent twice rather than never.
  const member = await treeRevisionOf(db, reader, teamId);
  if (member === null || member.treeRevision === since) return null;
  const { treeRevision, accessRevision } = member;
  // A revision from the future predates the restore of a backup. A grant may reveal or hide anything.
  if (since === null || since > treeRevision || since < accessRevision)
    return wholeTree(db, reader, teamId, treeRevision);
  const [channels, apps, spaces, ...removed] = await Promise.all([
    listTeamChannels(db, reader, teamId, since),
    listApps(db, reader, teamId, since),
    listBareSpaces(db, reader, teamId, since),
    channelsHiddenSince(db, reader, teamId, since),
    appsHiddenSince(db, reader, teamId, since),
    listRemovedSpaces(db, teamId, since),
  ]);
  if (channels.length + removed.flat().length > MANY) return wholeTree(db, reader, teamId, treeRevision);
  return { type: 'tree', treeRevision, reset: false, channels, apps, spaces, removed: removed.flat() };
}

async function wholeTree(
  db: Db,
  reader: Reader,
  teamId: string,
  treeRevision: number,
): Promise<TeamLiveEvent> {
  const [channels, apps, spaces] = await Promise.all([
    listTeamChannels(db, reader, teamId),
    listApps(db, reader, teamId),
    listBareSpaces(db, reader, teamId),
  ]);
  return { type: 'tree', treeRevision, reset: true, channels, apps, spaces, removed: [] };
}
