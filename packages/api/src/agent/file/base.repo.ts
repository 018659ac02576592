import type { Db } from '@tandem/db';

/**
 * The state that changes of files are marked against: of the newest files, the one before the newest run; of an earlier
 * state, the one before the run that left it.
 * @returns undefined where no run is concerned; null for a run that began without files
 */
export async function findBase(
  db: Db,
  channelId: string,
  manifestId: string | undefined,
): Promise<string | null | undefined> {
  const run = await db
    .selectFrom('agent_run')
    .select('firstManifestId')
    .where('channelId', '=', channelId)
    .$if(manifestId !== undefined, (runs) =>
      runs.where('turnId', '=', ({ selectFrom }) =>
        selectFrom('agent_manifest')
          .select('turnId')
          .where('channelId', '=', channelId)
          .where('id', '=', manifestId ?? ''),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('turnId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.firstManifestId;
}
