import { type Db, transaction } from '@tandem/db';
import { sql } from 'kysely';

/** Channels taken at once, so that no transaction grows long. */
const BATCH = 200;

/**
 * Deletes for good what has been in the bin longer than `days`, with messages and grants.
 * @returns how many channels went
 */
export async function purgeBin(db: Db, days: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await purgeBatch(db, days);
    if (count === 0) return purged;
    purged += count;
  }
}

/** Leaves first: a channel goes only when nothing is below it any more, so each batch is bounded. */
function purgeBatch(db: Db, days: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select "id" from "channel"
      where "deletedAt" < now() - make_interval(days => ${days})
        and not exists (select from "channel" as "child" where "child"."parentId" = "channel"."id")
      limit ${sql.lit(BATCH)}
      for update skip locked`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.deleteFrom('grant').where('targetId', 'in', ids).execute();
    await tx.deleteFrom('channel').where('id', 'in', ids).execute();
    return ids.length;
  });
}
