import { type Kysely, sql } from 'kysely';

/**
 * An address may have several live codes, each with tries of its own for who asked for it. Alternatives of a message are
 * found in their order, so that reading the nearest few does not read all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "login_code" drop constraint "login_code_pkey";
alter table "login_code" add "id" bigint generated always as identity primary key;
alter table "login_code" add "requester" text not null default '';
alter table "login_code" add "foreignTries" integer not null default 0;
create index "login_code_owner" on "login_code" ("email", "purpose");

drop index "message_parent";
drop index "message_root";
create index "message_parent" on "message" ("parentId", "seq");
create index "message_root" on "message" ("channelId", "seq") where "parentId" is null;
`;
