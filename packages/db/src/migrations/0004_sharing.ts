import { type Kysely, sql } from 'kysely';

/** Who shared what, and that only members hold grants; since when a member sees another tree by it, and apps in the bin, whose assistants go with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "grant" add "granterId" integer references "user" on delete set null;
create index "grant_granter" on "grant" ("granterId");
delete from "grant" where ("teamId", "userId") not in (select "teamId", "userId" from "member");
alter table "grant" add foreign key ("userId", "teamId") references "member" ("userId", "teamId") on delete cascade;
alter table "member" add "accessRevision" bigint not null default 0;
create index "app_bin" on "app" ("deletedAt") where "deletedAt" is not null;
create index "channel_assistant" on "channel" ("assistantId");
create index "message_assistant" on "message" ("assistantId");
create index "turn_assistant" on "turn" ("assistantId");
`;
