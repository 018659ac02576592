import { type Kysely, sql } from 'kysely';

/** Files and what they belong to; their bytes are stored by content elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "file" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid references "team" on delete cascade,
  "uploaderId" integer not null references "user",
  "appId" uuid references "app" on delete cascade,
  "channelId" uuid references "channel" on delete cascade,
  "isAvatar" boolean not null default false,
  "name" text not null,
  "mediaType" text not null,
  "size" bigint not null check ("size" >= 0),
  "hash" text not null,
  "width" integer,
  "height" integer,
  "createdAt" timestamptz not null default now(),
  check ("teamId" is not null or ("appId" is null and "channelId" is null))
);
create index "file_team" on "file" ("teamId");
create index "file_uploader" on "file" ("uploaderId");
create index "file_app" on "file" ("appId");
create index "file_channel" on "file" ("channelId");
create index "file_hash" on "file" ("hash");
create index "file_waiting" on "file" ("createdAt") where "channelId" is null and "appId" is null;

create table "file_leftover" ("hash" text primary key);
-- Rows also go with their channel, app or team: only the database sees every way.
create function "remember_leftover"() returns trigger language plpgsql as $$
begin
  insert into "file_leftover" ("hash") values (old."hash") on conflict do nothing;
  return null;
end $$;
create trigger "file_leaves" after delete on "file" for each row execute function "remember_leftover"();
alter table "queued_message" add "fileIds" uuid[] not null default '{}';
`;
