import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { SharedCounts } from './limiter.ts';

/** Counts as rows of `rate_count`: one upsert a use, so that parallel uses cannot pass unseen. */
export function databaseCounts(db: Db): SharedCounts {
  return {
    async add(key, windowSeconds) {
      const { rows } = await sql<{ count: number; endsInMs: number }>`
        insert into "rate_count" as "held" ("key", "count", "windowEndsAt")
        values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
        on conflict ("key") do update set
          "count" = case when "held"."windowEndsAt" > now() then "held"."count" + 1 else 1 end,
          "windowEndsAt" = case
            when "held"."windowEndsAt" > now() then "held"."windowEndsAt"
            else excluded."windowEndsAt"
          end
        returning "count", extract(epoch from "windowEndsAt" - now())::float8 * 1000 as "endsInMs"
      `.execute(db);
      const row = rows[0];
      if (!row) throw new Error('an upsert returned no row');
      return row;
    },
    check: async () => {},
    async close() {},
  };
}

/** Deletes expired counts. */
export async function sweepCounts(db: Db): Promise<void> {
  await db.deleteFrom('rate_count').where('windowEndsAt', '<', sql<Date>`now()`).execute();
}
