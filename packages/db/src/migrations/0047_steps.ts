import { type Kysely, sql } from 'kysely';

/**
 * Keeps what an answer needs to go on in another process: the requests that called tools, and their calls. The decisions
 * known so far belong to answers that have ended, and are in the audit log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table "turn" add "activeMs" integer not null default 0, add "isEstimated" boolean not null default false;

create table "turn_step" (
  "turnId" uuid not null references "turn" on delete cascade,
  "index" integer not null,
  "messages" jsonb not null,
  "partCount" integer not null,
  "createdAt" timestamptz not null default now(),
  primary key ("turnId", "index")
);

drop table "tool_approval";
create table "tool_call" (
  "turnId" uuid not null,
  "step" integer not null,
  "toolCallId" text not null,
  "channelId" uuid not null references "channel" on delete cascade,
  "toolName" text not null,
  "input" jsonb not null,
  "toolKey" text,
  "inputSchema" jsonb,
  "askedAt" timestamptz,
  "decision" text check ("decision" in ('approved', 'refused')),
  "deciderId" integer references "user",
  "decidedInput" jsonb,
  "decidedAt" timestamptz,
  "output" jsonb,
  "error" text,
  "endedAt" timestamptz,
  primary key ("turnId", "step", "toolCallId"),
  foreign key ("turnId", "step") references "turn_step" on delete cascade
);
create index "tool_call_channel" on "tool_call" ("channelId");
create index "tool_call_decider" on "tool_call" ("deciderId") where "deciderId" is not null;
create index "tool_call_waiting" on "tool_call" ("askedAt") where "decision" is null and "endedAt" is null;
`.execute(db);
}
