import { type Kysely, sql } from 'kysely';

/** Assistants with more to them, prices of models, tools of others, templates, usage, budgets, settings, audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- Strict functions are called for every row; this one becomes part of the queries that search names.
alter function "search_fold"(text) called on null input;

alter table "model"
  add "inputPrice" bigint check ("inputPrice" >= 0),
  add "outputPrice" bigint check ("outputPrice" >= 0),
  add "imagePrice" bigint check ("imagePrice" >= 0),
  add "isListed" boolean not null default true,
  add "isEdited" boolean not null default false;
alter table "queued_message" add "drawing" jsonb;
alter table "provider"
  add "creatorId" integer references "user",
  add "listedAt" timestamptz;
alter table "app" add "archivedAt" timestamptz, add "ownerId" integer references "user";
create index "app_owner" on "app" ("ownerId");
create index "provider_creator" on "provider" ("creatorId");

alter table "assistant"
  add "description" text not null default '',
  add "parameters" jsonb not null default '{}',
  add "starters" jsonb not null default '[]',
  add "isDefault" boolean not null default false,
  add "deletedAt" timestamptz,
  add "updatedAt" timestamptz not null default now();
create index "assistant_owner" on "assistant" ("ownerId", "teamId");
create unique index "assistant_default" on "assistant" ("appId") where "isDefault";
-- A picture of an assistant: who is in its team may see it wherever the assistant has spoken.
alter table "file" add "assistantId" uuid references "assistant" on delete cascade;
create index "file_assistant" on "file" ("assistantId");

create table "mcp_server" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "name" text not null,
  "url" text not null,
  "secret" bytea,
  "enabled" boolean not null default true,
  "creatorId" integer not null references "user",
  "listedAt" timestamptz,
  "createdAt" timestamptz not null default now()
);
create index "mcp_server_team" on "mcp_server" ("teamId");
create index "mcp_server_creator" on "mcp_server" ("creatorId");
create table "mcp_tool" (
  "id" uuid primary key default gen_random_uuid(),
  "serverId" uuid not null references "mcp_server" on delete cascade,
  "name" text not null,
  "title" text not null default '',
  "description" text not null default '',
  "inputSchema" jsonb not null,
  "enabled" boolean not null default false,
  "needsApproval" boolean not null default true,
  "readOnly" boolean not null default false,
  "isListed" boolean not null default true,
  unique ("serverId", "name")
);
create table "tool_approval" (
  "turnId" uuid not null references "turn" on delete cascade,
  "toolCallId" text not null,
  "channelId" uuid not null references "channel" on delete cascade,
  "toolName" text not null,
  "input" jsonb not null,
  "decision" text check ("decision" in ('approved', 'refused')),
  "deciderId" integer references "user",
  "decidedInput" jsonb,
  "createdAt" timestamptz not null default now(),
  "decidedAt" timestamptz,
  primary key ("turnId", "toolCallId")
);
create index "tool_approval_channel" on "tool_approval" ("channelId");
create index "tool_approval_decider" on "tool_approval" ("deciderId");

create table "template" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "creatorId" integer not null references "user",
  "kind" text not null check ("kind" in ('assistant', 'app')),
  "category" text not null,
  "name" text not null,
  "description" text not null default '',
  "icon" text not null default '',
  "keywords" jsonb not null default '[]',
  "content" jsonb not null,
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  unique ("creatorId", "clientKey")
);
create index "template_team" on "template" ("teamId", "createdAt" desc, "id");

alter table "turn" add "contextTokens" integer;
create table "usage" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "userId" integer not null references "user",
  "appId" uuid references "app" on delete set null,
  "channelId" uuid references "channel" on delete set null,
  "turnId" uuid references "turn" on delete set null,
  "assistantId" uuid references "assistant" on delete set null,
  "modelId" uuid references "model" on delete set null,
  "model" text not null,
  "provider" text not null,
  "kind" text not null check ("kind" in ('chat', 'title', 'summary', 'image', 'try', 'compare')),
  "status" text not null check ("status" in ('done', 'stopped', 'interrupted', 'failed')),
  "inputTokens" bigint not null default 0,
  "outputTokens" bigint not null default 0,
  "images" integer not null default 0,
  "cost" bigint not null default 0,
  "isPriced" boolean not null default false,
  "isEstimated" boolean not null default false,
  "firstTokenMs" integer,
  "durationMs" integer,
  "createdAt" timestamptz not null default now()
);
create index "usage_team" on "usage" ("teamId", "createdAt" desc, "id");
create index "usage_user" on "usage" ("userId", "teamId", "createdAt" desc, "id");
create index "usage_app" on "usage" ("appId");
create index "usage_channel" on "usage" ("channelId");
create index "usage_turn" on "usage" ("turnId");
create index "usage_assistant" on "usage" ("assistantId");
create index "usage_model" on "usage" ("modelId");

create table "usage_day" (
  "teamId" uuid not null references "team" on delete cascade,
  "day" date not null,
  "userId" integer not null references "user",
  "appId" uuid not null,
  "modelId" uuid not null,
  "turns" bigint not null default 0,
  "failures" bigint not null default 0,
  "inputTokens" bigint not null default 0,
  "outputTokens" bigint not null default 0,
  "images" bigint not null default 0,
  "cost" bigint not null default 0,
  "firstTokenMs" bigint not null default 0,
  "firstTokens" bigint not null default 0,
  "durationMs" bigint not null default 0,
  "durations" bigint not null default 0,
  primary key ("teamId", "day", "userId", "appId", "modelId")
);
create index "usage_day_user" on "usage_day" ("userId");
create table "statistic_usage" (
  "teamId" uuid not null references "team" on delete cascade,
  "dimension" text not null check ("dimension" in ('team', 'user', 'app', 'model')),
  "grain" text not null check ("grain" in ('day', 'month')),
  "start" date not null,
  "key" text not null,
  "turns" bigint not null,
  "failures" bigint not null,
  "inputTokens" bigint not null,
  "outputTokens" bigint not null,
  "images" bigint not null,
  "cost" bigint not null,
  "firstTokenMs" bigint not null,
  "firstTokens" bigint not null,
  "durationMs" bigint not null,
  "durations" bigint not null,
  "people" bigint not null,
  primary key ("teamId", "dimension", "grain", "start", "key")
);
create table "statistic_message" (
  "teamId" uuid not null references "team" on delete cascade,
  "day" date not null,
  "messages" bigint not null,
  primary key ("teamId", "day")
);
create table "statistic_size" (
  "teamId" uuid not null references "team" on delete cascade,
  "day" date not null,
  "people" bigint not null,
  "apps" bigint not null,
  "channels" bigint not null,
  primary key ("teamId", "day")
);
create table "statistic_mark" (
  "singleton" boolean primary key default true check ("singleton"),
  "day" date not null
);
create index "message_created" on "message" using brin ("createdAt");

create table "budget" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "scope" text not null check ("scope" in ('team', 'app', 'user')),
  "appId" uuid references "app" on delete cascade,
  "userId" integer references "user" on delete cascade,
  "period" text not null check ("period" in ('day', 'week', 'month')),
  "amount" bigint not null check ("amount" >= 0),
  "spent" bigint not null default 0,
  "reserved" bigint not null default 0 check ("reserved" >= 0),
  "periodStart" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  check (("appId" is not null) = ("scope" = 'app') and ("userId" is not null) = ("scope" = 'user'))
);
create unique index "budget_target" on "budget" ("teamId", "scope", "appId", "userId") nulls not distinct;
create index "budget_app" on "budget" ("appId");
create index "budget_user" on "budget" ("userId");
create table "reservation" (
  "budgetId" uuid not null references "budget" on delete cascade,
  "turnId" uuid not null references "turn" on delete cascade,
  "amount" bigint not null check ("amount" >= 0),
  primary key ("budgetId", "turnId")
);
create index "reservation_turn" on "reservation" ("turnId");
create function "reservation_released"() returns trigger language plpgsql as $$
begin
  update "budget" set "reserved" = "reserved" - old."amount" where "id" = old."budgetId";
  return null;
end $$;
create trigger "reservation_released" after delete on "reservation"
  for each row execute function "reservation_released"();

create table "audit_entry" (
  "number" bigint generated always as identity primary key,
  "id" uuid not null unique default gen_random_uuid(),
  "teamId" uuid,
  "actorId" integer,
  "actorName" text not null default '',
  "action" text not null,
  "targetKind" text not null default '',
  "targetId" text not null default '',
  "targetName" text not null default '',
  "detail" jsonb not null default '{}',
  "ip" text not null default '',
  "createdAt" timestamptz not null default now()
);
create index "audit_entry_team" on "audit_entry" ("teamId", "number" desc);
create function "audit_entry_stays"() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are neither changed nor removed';
end $$;
create trigger "audit_entry_stays" before update or delete on "audit_entry"
  for each row execute function "audit_entry_stays"();
create trigger "audit_entry_stays_whole" before truncate on "audit_entry"
  for each statement execute function "audit_entry_stays"();

alter table "file" add "isLogo" boolean not null default false;
alter table "team" add "logo" text not null default '';

create table "setting" (
  "name" text primary key,
  "value" jsonb,
  "secret" bytea,
  "updatedBy" integer references "user",
  "updatedAt" timestamptz not null default now()
);
create index "setting_updated_by" on "setting" ("updatedBy");
`;
