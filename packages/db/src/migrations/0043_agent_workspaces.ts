import { type Kysely, sql } from 'kysely';

/** The files of agents' channels: states that refer to contents, which a channel keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "kept_content" (
  "channelId" uuid not null references "channel" on delete cascade,
  "hash" text not null,
  "size" bigint not null check ("size" >= 0),
  primary key ("channelId", "hash")
);
create index "kept_content_hash" on "kept_content" ("hash");
create trigger "kept_content_leaves" after delete on "kept_content" for each row execute function "remember_leftover"();

create table "agent_manifest" (
  "id" uuid primary key default gen_random_uuid(),
  "channelId" uuid not null references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "parentId" uuid references "agent_manifest" on delete cascade,
  "kind" text not null check ("kind" in ('step', 'edit', 'restore', 'merge')),
  "depth" integer not null check ("depth" >= 0),
  "body" bytea not null,
  "files" integer not null,
  "bytes" bigint not null,
  "createdAt" timestamptz not null default now()
);
-- Deflated already.
alter table "agent_manifest" alter column "body" set storage external;
create index "agent_manifest_channel" on "agent_manifest" ("channelId", "createdAt");
create index "agent_manifest_parent" on "agent_manifest" ("parentId");
create index "agent_manifest_team" on "agent_manifest" ("teamId");

create table "agent_workspace" (
  "channelId" uuid primary key references "channel" on delete cascade,
  "manifestId" uuid not null references "agent_manifest" on delete cascade,
  "revision" integer not null default 1
);
create index "agent_workspace_manifest" on "agent_workspace" ("manifestId");
`;
