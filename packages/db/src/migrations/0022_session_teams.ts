import { type Kysely, sql } from 'kysely';

/**
 * A session has a team of its own, so that going to another in a browser does not take programs along. Sessions that
 * there are stay where they read now; an account keeps the team that its next session begins in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "session" add column "teamId" uuid references "team" on delete set null`.execute(db);
  await sql`create index "session_team" on "session" ("teamId")`.execute(db);
  await sql`
    update "session" s set "teamId" = (
      select m."teamId" from "member" m join "team" t on t."id" = m."teamId" join "user" u on u."id" = m."userId"
      where m."userId" = s."userId" and m."suspendedAt" is null
      order by m."teamId" is not distinct from u."currentTeamId" desc, t."number"
      limit 1
    )
    where s."revokedAt" is null`.execute(db);
}
