import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { appLevelFor, levelFor, type Reader } from '../../access/policy/access.fragments.ts';
import type { PathNode } from './grant.repo.ts';
import type { LoadedTarget } from './target.ts';

/**
 * Returns the nodes where a grant applies to a target, itself first, each with whether the reader may see it.
 */
export async function pathOf(db: Db, reader: Reader, target: LoadedTarget): Promise<PathNode[]> {
  const nodes = await nodesAmong(db, reader, target.path);
  return target.path.flatMap((id) => nodes.get(id) ?? []);
}

/** Returns a channel's parent, on its path or not; null for apps. */
export async function parentOf(db: Db, reader: Reader, target: LoadedTarget): Promise<PathNode | null> {
  if (target.kind === 'app') return null;
  const id = target.parentId ?? target.appId;
  return (await nodesAmong(db, reader, [id])).get(id) ?? null;
}

async function nodesAmong(
  db: Db,
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PathNode>> {
  const nodes = await db
    .selectFrom('channel')
    .select(['id', 'name', 'creatorId', 'teamLevel'])
    .select(sql<boolean>`${levelFor(reader)} > 0`.as('visible'))
    .where('id', 'in', ids)
    .unionAll(
      db
        .selectFrom('app')
        .select(['id', 'name', 'creatorId'])
        .select(
          sql<number>`case when "app"."visibility" = 'team' then "app"."level" else ${sql.lit(levelRank.none)} end`.as(
            'teamLevel',
          ),
        )
        .select(sql<boolean>`${appLevelFor(reader)} > 0`.as('visible'))
        .where('id', 'in', ids),
    )
    .execute();
  return new Map(nodes.map((node) => [node.id, node]));
}
