import { type Kysely, sql } from 'kysely';

/**
 * The link that is mailed is another than the one that is copied, because opening it proves the address. Invitations
 * that were mailed before keep their link, which still asks for a code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "invitation" add "mailedHash" bytea unique`.execute(db);
}
