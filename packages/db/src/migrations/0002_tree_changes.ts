import { type Kysely, sql } from 'kysely';

/**
 * What a client needs to catch up with a team's tree (spaces leave a trace, and rows know when someone may have
 * lost sight of them), and where a provider came from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "space" add "deletedAt" timestamptz, add "revision" bigint not null default 0;
alter table "app" add "hiddenRevision" bigint not null default 0;
alter table "channel" add "hiddenRevision" bigint not null default 0;
create index "channel_bin" on "channel" ("deletedAt") where "deletedAt" is not null;

alter table "provider" add "origin" text unique, add "originFingerprint" text;
`;
