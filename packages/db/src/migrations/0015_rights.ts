import { type Kysely, sql } from 'kysely';

/** Holds that nothing commits by a right that ended before, and lets people be told that an app was handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
-- One lock for the whole installation. A transaction that takes rights away holds it exclusively while it commits, one
-- that acts by a right holds it shared while it reads that right for the last time and commits. Both take it after
-- everything else and wait for nothing under it, so it is held for moments and cannot be part of a deadlock.
create function "rights_lock_key"() returns bigint language sql immutable as
  $$ select hashtextextended('tandem rights', 0) $$;
create function "rights_taken"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock("rights_lock_key"());
  return null;
end $$;

create constraint trigger "rights_member_changed" after update on "member" deferrable initially deferred
  for each row when (old."role" is distinct from new."role" or old."suspendedAt" is distinct from new."suspendedAt")
  execute function "rights_taken"();
create constraint trigger "rights_member_deleted" after delete on "member" deferrable initially deferred
  for each row execute function "rights_taken"();
create constraint trigger "rights_grant_changed" after update on "grant" deferrable initially deferred
  for each row when (old."level" is distinct from new."level") execute function "rights_taken"();
create constraint trigger "rights_grant_deleted" after delete on "grant" deferrable initially deferred
  for each row execute function "rights_taken"();
create constraint trigger "rights_space_changed" after update on "space" deferrable initially deferred
  for each row when (old."deletedAt" is distinct from new."deletedAt") execute function "rights_taken"();
create constraint trigger "rights_app_changed" after update on "app" deferrable initially deferred
  for each row when (
    old."visibility" is distinct from new."visibility" or old."level" is distinct from new."level"
    or old."deletedAt" is distinct from new."deletedAt" or old."archivedAt" is distinct from new."archivedAt"
  ) execute function "rights_taken"();
create constraint trigger "rights_channel_changed" after update on "channel" deferrable initially deferred
  for each row when (
    old."accessPath" is distinct from new."accessPath" or old."teamLevel" is distinct from new."teamLevel"
    or old."deletedAt" is distinct from new."deletedAt" or old."archivedAt" is distinct from new."archivedAt"
  ) execute function "rights_taken"();

-- A transaction that both takes rights away and acts by one takes the lock exclusively first: two that held it shared
-- would wait for each other.
create function "hold_rights"() returns void language plpgsql as $$
begin
  set constraints "rights_member_changed", "rights_member_deleted", "rights_grant_changed", "rights_grant_deleted",
    "rights_space_changed", "rights_app_changed", "rights_channel_changed" immediate;
  perform pg_advisory_xact_lock_shared("rights_lock_key"());
end $$;

-- What a changed input has to fit: a call can be decided about as soon as it is seen to wait, while its message may
-- not be saved yet.
alter table "tool_approval" add "inputSchema" jsonb not null default '{}';

alter table "notice" drop constraint "notice_kind_check";
alter table "notice" add constraint "notice_kind_check"
  check ("kind" in ('mention', 'share', 'invitation', 'turn', 'comment', 'transfer'));
`;
