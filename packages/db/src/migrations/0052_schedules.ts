import { type Kysely, sql } from 'kysely';

/** Schedules of agents: times and webhooks that start runs as the person who made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "schedule" (
  "id" uuid primary key default gen_random_uuid(),
  "channelId" uuid not null references "channel" on delete cascade,
  "name" text not null,
  "task" text not null,
  "mode" text check ("mode" in ('read', 'ask', 'work')),
  "kind" text not null check ("kind" in ('time', 'webhook')),
  "cron" text,
  "timeZone" text,
  "tokenHash" bytea,
  "makerId" integer not null references "user",
  "pausedAt" timestamptz,
  "pausedFor" text check ("pausedFor" in ('access', 'makerGone', 'failures')),
  "failures" integer not null default 0,
  "lastError" text,
  "lastRunAt" timestamptz,
  "lastTurnId" uuid,
  "nextRunAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  check (("kind" = 'time') = ("cron" is not null and "timeZone" is not null)),
  check (("kind" = 'webhook') = ("tokenHash" is not null)),
  check ("nextRunAt" is null or ("kind" = 'time' and "pausedAt" is null))
);
create index "schedule_channel" on "schedule" ("channelId", "createdAt", "id");
create index "schedule_due" on "schedule" ("nextRunAt") where "nextRunAt" is not null;
create index "schedule_maker" on "schedule" ("makerId");

alter table "queued_message" add column "trigger" jsonb;

alter table "notice" drop constraint "notice_kind_check", add constraint "notice_kind_check"
  check ("kind" in ('mention', 'share', 'invitation', 'turn', 'comment', 'transfer', 'schedule'));
`;
