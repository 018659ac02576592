import { type Kysely, sql } from 'kysely';

/** What people are told about, and how they want to be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "notice" (
  "id" uuid primary key default gen_random_uuid(),
  "userId" integer not null references "user" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "kind" text not null check ("kind" in ('mention', 'share', 'invitation', 'turn')),
  "actorId" integer references "user" on delete set null,
  "appId" uuid references "app" on delete cascade,
  "channelId" uuid references "channel" on delete cascade,
  "messageId" uuid references "message" on delete cascade,
  "invitationId" uuid,
  "createdAt" timestamptz(3) not null default now(),
  "readAt" timestamptz,
  "mailedAt" timestamptz
);
create index "notice_user" on "notice" ("userId", "createdAt" desc, "id" desc);
create index "notice_unread" on "notice" ("userId") where "readAt" is null;
create index "notice_team" on "notice" ("teamId");
create index "notice_actor" on "notice" ("actorId");
create index "notice_app" on "notice" ("appId");
create index "notice_channel" on "notice" ("channelId");
create index "notice_message" on "notice" ("messageId");
alter table "user" add "preference" jsonb not null default '{}';
`;
