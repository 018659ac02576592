import { type Kysely, sql } from 'kysely';

/** Channels in which several people talk: mentions, reactions, pins, the archive, and when the assistant answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "channel"
  add "answering" text not null default 'always' check ("answering" in ('always', 'mentioned')),
  add "archivedAt" timestamptz;
alter table "message" add "mentions" jsonb not null default '[]';
alter table "queued_message" add "mentions" jsonb not null default '[]';

create table "channel_pin" (
  "userId" integer not null references "user" on delete cascade,
  "channelId" uuid not null references "channel" on delete cascade,
  "createdAt" timestamptz not null default now(),
  primary key ("userId", "channelId")
);
create index "channel_pin_channel" on "channel_pin" ("channelId");

create table "reaction" (
  "messageId" uuid not null references "message" on delete cascade,
  "userId" integer not null references "user" on delete cascade,
  "emoji" text not null,
  "createdAt" timestamptz not null default now(),
  primary key ("messageId", "userId", "emoji")
);
create index "reaction_user" on "reaction" ("userId");
`;
