import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { ManifestRow } from '../files/manifest.repo.ts';

/** A state with the person who made it. */
export interface StateRow
  extends Pick<
    ManifestRow,
    'id' | 'kind' | 'files' | 'bytes' | 'turnId' | 'step' | 'toolCallId' | 'authorId'
  > {
  /** Null for no person, or a deleted account. */
  authorName: string | null;
  authorAvatar: string | null;
  createdAt: Date;
  /** In microseconds, as places in the list are told. */
  place: string;
}

function states(db: Db, channelId: string) {
  return db
    .selectFrom('agent_manifest')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'agent_manifest.authorId').on('user.deletedAt', 'is', null),
    )
    .select(['agent_manifest.id', 'agent_manifest.kind', 'agent_manifest.files', 'agent_manifest.bytes'])
    .select(['agent_manifest.turnId', 'agent_manifest.step', 'agent_manifest.toolCallId'])
    .select(['agent_manifest.authorId', 'agent_manifest.createdAt'])
    .select(['user.name as authorName', 'user.avatar as authorAvatar'])
    .select(sql<string>`"agent_manifest"."createdAt"::text`.as('place'))
    .where('agent_manifest.channelId', '=', channelId);
}

/** States of a channel's files, newest first, after a place in the list. */
export function findStates(
  db: Db,
  channelId: string,
  { after, limit }: { after: readonly [createdAt: string, id: string] | null; limit: number },
): Promise<StateRow[]> {
  return states(db, channelId)
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`("agent_manifest"."createdAt", "agent_manifest"."id")
          < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('agent_manifest.createdAt', 'desc')
    .orderBy('agent_manifest.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns a state of a channel. */
export async function findState(db: Db, channelId: string, id: string): Promise<StateRow | null> {
  return (await states(db, channelId).where('agent_manifest.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * The files before and after a run, or one of its steps.
 * @returns null for no run of the channel; `from` is null for none before it
 */
export async function findSpan(
  db: Db,
  channelId: string,
  { runId, step }: { runId: string; step?: number | undefined },
): Promise<{ from: string | null; to: string | null } | null> {
  const run = await db
    .selectFrom('agent_run')
    .select('firstManifestId')
    .where('channelId', '=', channelId)
    .where('turnId', '=', runId)
    .executeTakeFirst();
  if (!run) return null;
  const last = (before: number | undefined) =>
    db
      .selectFrom('agent_manifest')
      .select('id')
      .where('channelId', '=', channelId)
      .where('turnId', '=', runId)
      .$if(before !== undefined, (rows) => rows.where('step', '<', before ?? 0))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const first = run.firstManifestId;
  const from = step === undefined ? first : ((await last(step))?.id ?? first);
  const to = await last(step === undefined ? undefined : step + 1);
  return { from, to: to?.id ?? from };
}
