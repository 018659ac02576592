import { type Kysely, sql } from 'kysely';

/** People, teams, the tree of apps and channels, conversations and the models that answer in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "installation" (
  "id" uuid primary key default gen_random_uuid(),
  "singleton" boolean not null default true unique check ("singleton"),
  "keyFingerprint" text not null,
  "createdAt" timestamptz not null default now()
);

create table "user" (
  "id" integer generated always as identity primary key,
  "email" text not null unique check ("email" = lower("email")),
  "name" text not null,
  "avatar" text not null default '',
  "language" text,
  "currentTeamId" uuid,
  "createdAt" timestamptz not null default now()
);

create table "identity" (
  "issuer" text not null,
  "subject" text not null,
  "userId" integer not null references "user" on delete cascade,
  "createdAt" timestamptz not null default now(),
  primary key ("issuer", "subject")
);
create index "identity_user" on "identity" ("userId");

create table "session" (
  "id" uuid primary key,
  "userId" integer not null references "user" on delete cascade,
  "userAgent" text not null,
  "ip" text not null,
  "createdAt" timestamptz not null default now(),
  "lastSeenAt" timestamptz not null default now(),
  "expiresAt" timestamptz not null,
  "revokedAt" timestamptz
);
create index "session_user" on "session" ("userId");

create table "login_code" (
  "email" text primary key,
  "hash" bytea not null,
  "tries" integer not null default 0,
  "expiresAt" timestamptz not null
);

create table "oauth_state" (
  "state" text primary key,
  "providerId" text not null,
  "verifier" text not null,
  "nonce" text not null,
  "returnTo" text not null,
  "expiresAt" timestamptz not null
);

create table "rate_count" (
  "key" text primary key,
  "count" integer not null,
  "windowEndsAt" timestamptz not null
);

create table "team" (
  "id" uuid primary key default gen_random_uuid(),
  "number" integer generated always as identity unique,
  "name" text not null,
  "preference" jsonb not null default '{}',
  "treeRevision" bigint not null default 0,
  "createdAt" timestamptz not null default now()
);
alter table "user" add foreign key ("currentTeamId") references "team" on delete set null;

create table "member" (
  "teamId" uuid not null references "team" on delete cascade,
  "userId" integer not null references "user" on delete cascade,
  "role" text not null check ("role" in ('owner', 'admin', 'member', 'guest')),
  "suspendedAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  primary key ("teamId", "userId")
);
create index "member_user" on "member" ("userId");

create table "space" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "name" text not null,
  "sort" text collate "C" not null,
  "createdAt" timestamptz not null default now()
);
create index "space_team" on "space" ("teamId", "sort");

create table "app" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "spaceId" uuid not null references "space",
  "type" text not null,
  "name" text not null,
  "icon" text not null default '',
  "description" text not null default '',
  "visibility" text not null default 'team' check ("visibility" in ('private', 'team')),
  "level" smallint not null default 3 check ("level" between 1 and 4),
  "creatorId" integer not null references "user",
  "sort" text collate "C" not null,
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  "deletedAt" timestamptz,
  "revision" bigint not null default 0,
  unique ("creatorId", "clientKey")
);
create index "app_team" on "app" ("teamId", "revision");
create index "app_space" on "app" ("spaceId", "sort");

create table "grant" (
  "targetId" uuid not null,
  "userId" integer not null references "user" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "level" smallint not null check ("level" between 1 and 4),
  "createdAt" timestamptz not null default now(),
  primary key ("targetId", "userId")
);
create index "grant_user" on "grant" ("userId", "teamId", "targetId") include ("level");

create table "assistant" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "appId" uuid references "app" on delete cascade,
  "ownerId" integer not null references "user",
  "name" text not null,
  "avatar" text not null default '',
  "instructions" text not null default '',
  "modelId" uuid,
  "tools" jsonb not null default '[]',
  "createdAt" timestamptz not null default now()
);
create index "assistant_app" on "assistant" ("appId");

create table "channel" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "appId" uuid not null references "app" on delete cascade,
  "parentId" uuid references "channel" on delete cascade,
  "kind" text not null,
  "name" text not null default '',
  "icon" text not null default '',
  "description" text not null default '',
  "visibility" text not null default 'inherit' check ("visibility" in ('inherit', 'private', 'team')),
  "level" smallint check ("level" between 1 and 4),
  "creatorId" integer not null references "user",
  "assistantId" uuid references "assistant" on delete set null,
  "sort" text collate "C" not null,
  "accessPath" uuid[] not null,
  "teamLevel" smallint not null check ("teamLevel" between 0 and 4),
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  "activeAt" timestamptz not null default now(),
  "deletedAt" timestamptz,
  "revision" bigint not null default 0,
  unique ("creatorId", "clientKey")
);
create index "channel_app" on "channel" ("appId", "parentId", "sort");
create index "channel_parent" on "channel" ("parentId");
create index "channel_team_revision" on "channel" ("teamId", "revision");
create index "channel_team_active" on "channel" ("teamId", "activeAt" desc) where "deletedAt" is null;
create index "channel_access" on "channel" using gin ("accessPath");

create table "channel_head" (
  "channelId" uuid primary key references "channel" on delete cascade,
  "revision" bigint not null default 0,
  "lastSeq" bigint not null default 0,
  "messageCount" integer not null default 0
) with (fillfactor = 50);

create table "channel_read" (
  "userId" integer not null references "user" on delete cascade,
  "channelId" uuid not null references "channel" on delete cascade,
  "lastReadSeq" bigint not null default 0,
  "openedAt" timestamptz not null default now(),
  primary key ("userId", "channelId")
);
create index "channel_read_opened" on "channel_read" ("userId", "openedAt" desc);
create index "channel_read_channel" on "channel_read" ("channelId");

create table "provider" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid references "team" on delete cascade,
  "kind" text not null,
  "name" text not null,
  "apiKey" bytea,
  "apiHost" text not null,
  "keepAliveTime" integer not null default 0 check ("keepAliveTime" >= 0),
  "enabled" boolean not null default true,
  "createdAt" timestamptz not null default now()
);

create table "model" (
  "id" uuid primary key default gen_random_uuid(),
  "providerId" uuid not null references "provider" on delete cascade,
  "modelId" text not null,
  "name" text not null,
  "kind" text not null,
  "abilities" jsonb not null,
  "contextWindow" integer not null check ("contextWindow" > 0),
  "enabled" boolean not null default true,
  "sort" integer not null default 0,
  unique ("providerId", "modelId")
);
alter table "assistant" add foreign key ("modelId") references "model" on delete set null;
create index "assistant_model" on "assistant" ("modelId");

create table "message" (
  "id" uuid primary key default gen_random_uuid(),
  "channelId" uuid not null references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "parentId" uuid references "message" on delete cascade,
  "seq" bigint not null,
  "active" boolean not null default true,
  "role" text not null check ("role" in ('user', 'assistant')),
  "authorId" integer references "user" on delete set null,
  "assistantId" uuid references "assistant" on delete set null,
  "turnId" uuid,
  "parts" jsonb not null,
  "status" text not null default 'done'
    check ("status" in ('running', 'done', 'stopped', 'interrupted', 'failed')),
  "error" jsonb,
  "n" integer not null default 0,
  "model" text,
  "clientKey" uuid,
  "revision" bigint not null,
  "createdAt" timestamptz not null default now(),
  "editedAt" timestamptz,
  unique ("channelId", "seq"),
  unique ("authorId", "clientKey")
);
create index "message_path" on "message" ("channelId", "seq" desc) where "active";
create index "message_revision" on "message" ("channelId", "revision");
create index "message_parent" on "message" ("parentId");

create table "queued_message" (
  "id" uuid primary key default gen_random_uuid(),
  "channelId" uuid not null references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "authorId" integer not null references "user" on delete cascade,
  "text" text not null,
  "modelId" uuid references "model" on delete set null,
  "clientKey" uuid,
  "number" bigint generated by default as identity,
  "createdAt" timestamptz not null default now(),
  unique ("authorId", "clientKey")
);
create index "queued_message_channel" on "queued_message" ("channelId", "number");
create index "queued_message_model" on "queued_message" ("modelId");

create table "turn" (
  "id" uuid primary key default gen_random_uuid(),
  "channelId" uuid not null references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "messageId" uuid not null references "message" on delete cascade,
  "userId" integer not null references "user" on delete cascade,
  "assistantId" uuid references "assistant" on delete set null,
  "modelId" uuid references "model" on delete set null,
  "status" text not null default 'running'
    check ("status" in ('running', 'done', 'stopped', 'interrupted', 'failed')),
  "ownerId" uuid not null,
  "epoch" integer not null default 1,
  "leaseUntil" timestamptz not null,
  "stopRequestedAt" timestamptz,
  "inputTokens" integer,
  "outputTokens" integer,
  "firstTokenMs" integer,
  "startedAt" timestamptz not null default now(),
  "endedAt" timestamptz
);
create unique index "turn_one_running" on "turn" ("channelId") where "status" = 'running';
create index "turn_person_running" on "turn" ("userId") where "status" = 'running';
create index "turn_lease" on "turn" ("leaseUntil") where "status" = 'running';
create index "turn_message" on "turn" ("messageId");
create index "turn_channel" on "turn" ("channelId");
create index "turn_model" on "turn" ("modelId");
`;
