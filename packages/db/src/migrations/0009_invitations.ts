import { type Kysely, sql } from 'kysely';

/** Invitations into teams, with what they give access to, and accounts that were deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "invitation" (
  "id" uuid primary key default gen_random_uuid(),
  "teamId" uuid not null references "team" on delete cascade,
  "email" text not null check ("email" = lower("email")),
  "role" text not null check ("role" in ('owner', 'admin', 'member', 'guest')),
  "inviterId" integer not null references "user",
  "tokenHash" bytea not null unique,
  "createdAt" timestamptz not null default now(),
  "expiresAt" timestamptz not null,
  "acceptedAt" timestamptz,
  "endedAt" timestamptz
);
create unique index "invitation_open" on "invitation" ("teamId", "email") where "acceptedAt" is null and "endedAt" is null;
create index "invitation_email" on "invitation" ("email");
create index "invitation_inviter" on "invitation" ("inviterId");

create table "invitation_grant" (
  "invitationId" uuid not null references "invitation" on delete cascade,
  "targetId" uuid not null,
  "level" smallint not null check ("level" between 1 and 4),
  "granterId" integer not null references "user",
  primary key ("invitationId", "targetId")
);
create index "invitation_grant_target" on "invitation_grant" ("targetId");
create index "invitation_grant_granter" on "invitation_grant" ("granterId");
alter table "notice" add foreign key ("invitationId") references "invitation" on delete cascade;
create index "notice_invitation" on "notice" ("invitationId");
alter table "user" add "deletedAt" timestamptz;

-- A team that its last member leaves is deleted with all that is in it.
create index "invitation_team" on "invitation" ("teamId");
create index "user_current_team" on "user" ("currentTeamId");
create index "grant_team" on "grant" ("teamId");
create index "assistant_team" on "assistant" ("teamId");
create index "provider_team" on "provider" ("teamId");
create index "message_team" on "message" ("teamId");
create index "queued_message_team" on "queued_message" ("teamId");
create index "turn_team" on "turn" ("teamId");

alter table "login_code" add "purpose" text not null default 'signIn';
alter table "login_code" drop constraint "login_code_pkey";
alter table "login_code" add primary key ("email", "purpose");
`;
