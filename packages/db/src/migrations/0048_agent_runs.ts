import { type Kysely, sql } from 'kysely';

/**
 * Agents' runs: a turn of an agent's channel with what it may do, what it paused for, and the states of the files that
 * its steps left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "agent_setting" (
  "channelId" uuid primary key references "channel" on delete cascade,
  "mode" text not null check ("mode" in ('read', 'ask', 'work')),
  "rules" jsonb not null default '{}'
);

create table "agent_run" (
  "turnId" uuid primary key references "turn" on delete cascade,
  "channelId" uuid not null references "channel" on delete cascade,
  "mode" text not null check ("mode" in ('read', 'ask', 'work')),
  "rules" jsonb not null default '{}',
  "allowed" jsonb not null default '[]',
  "firstManifestId" uuid references "agent_manifest" on delete set null,
  "stepLimit" integer not null,
  "timeLimitMs" integer not null,
  "pausedFor" text check ("pausedFor" in ('steps', 'time', 'credits', 'repetition', 'access', 'provider')),
  "takeovers" integer not null default 0,
  "createdAt" timestamptz not null default now()
);
create index "agent_run_channel" on "agent_run" ("channelId", "createdAt", "turnId");
create index "agent_run_manifest" on "agent_run" ("firstManifestId");

alter table "turn_step"
  add "inputTokens" integer not null default 0,
  add "outputTokens" integer not null default 0,
  add "durationMs" integer not null default 0;
alter table "tool_call" add "startedAt" timestamptz;

alter table "agent_manifest"
  add "turnId" uuid references "turn" on delete set null,
  add "step" integer,
  add "toolCallId" text,
  add "authorId" integer references "user";
create index "agent_manifest_turn" on "agent_manifest" ("turnId");
create index "agent_manifest_author" on "agent_manifest" ("authorId") where "authorId" is not null;
`;
