import { type Kysely, sql } from 'kysely';

/**
 * Remembers which tools of servers outside may reach elsewhere. Tools that ran without approval ask again: nobody was
 * told what it means, and those that only read did so by default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "mcp_tool" add column "openWorld" boolean not null default true`.execute(db);
  await sql`update "mcp_tool" set "needsApproval" = true where not "needsApproval"`.execute(db);
}
