import type { Db } from '@tandem/db';

/** The run since whose start changes are marked, and the state before it: null for one that began without files. */
export interface Base {
  runId: string;
  manifestId: string | null;
}

/**
 * The run that changes of files are marked since: of the newest files, the newest run; of an earlier state, the run that
 * left it.
 * @returns null where no run is concerned
 */
export async function findBase(
  db: Db,
  channelId: string,
  manifestId: string | undefined,
): Promise<Base | null> {
  const run = await db
    .selectFrom('agent_run')
    .select(['turnId as runId', 'firstManifestId as manifestId'])
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
  return run ?? null;
}
