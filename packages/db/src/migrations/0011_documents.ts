import { type Kysely, sql } from 'kysely';

/** Documents: their changes, what is read of them, discussions beside them, and states to go back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table "document" (
  "channelId" uuid primary key references "channel" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "seq" bigint not null default 0,
  "cover" text not null default '',
  "isWide" boolean not null default false,
  "updaterId" integer references "user",
  "editedAt" timestamptz not null default now(),
  "versionedAt" timestamptz not null default now(),
  "versionedSeq" bigint not null default 1,
  "discussionRevision" bigint not null default 0
);
create index "document_team" on "document" ("teamId", "editedAt" desc, "channelId");
create index "document_updater" on "document" ("updaterId");
-- Those that changed since their state was last kept: few at any time.
create index "document_unversioned" on "document" ("versionedAt") where "seq" > "versionedSeq";

create table "document_update" (
  "documentId" uuid not null references "document" on delete cascade,
  "seq" bigint not null,
  "update" bytea not null,
  "userId" integer references "user",
  "createdAt" timestamptz not null default now(),
  primary key ("documentId", "seq")
);
create index "document_update_user" on "document_update" ("userId");

-- What is read of a document, as of one of its changes. Made again from those whenever it is behind.
create table "document_content" (
  "documentId" uuid primary key references "document" on delete cascade,
  "seq" bigint not null,
  "blocks" jsonb not null,
  "markdown" text not null,
  "text" text not null,
  "wordCount" integer not null,
  "words" tsvector not null
);
create index "document_content_words" on "document_content" using gin ("words") with (gin_pending_list_limit = 512);

create table "discussion" (
  "id" uuid primary key default gen_random_uuid(),
  "documentId" uuid not null references "document" on delete cascade,
  "blockId" text,
  "quote" text not null default '',
  "creatorId" integer not null references "user",
  "resolverId" integer references "user",
  "resolvedAt" timestamptz,
  "revision" bigint not null,
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  "deletedAt" timestamptz,
  unique ("creatorId", "clientKey")
);
create index "discussion_document" on "discussion" ("documentId", "createdAt", "id");
create index "discussion_resolver" on "discussion" ("resolverId");

create table "comment" (
  "id" uuid primary key default gen_random_uuid(),
  "discussionId" uuid not null references "discussion" on delete cascade,
  "authorId" integer not null references "user",
  "text" text not null,
  "mentions" jsonb not null default '[]',
  "clientKey" uuid,
  "createdAt" timestamptz not null default now(),
  "editedAt" timestamptz,
  "deletedAt" timestamptz,
  unique ("authorId", "clientKey")
);
create index "comment_discussion" on "comment" ("discussionId", "createdAt", "id");

create table "comment_reaction" (
  "commentId" uuid not null references "comment" on delete cascade,
  "userId" integer not null references "user",
  "emoji" text not null,
  "createdAt" timestamptz not null default now(),
  primary key ("commentId", "userId", "emoji")
);
create index "comment_reaction_user" on "comment_reaction" ("userId");

alter table "notice" drop constraint "notice_kind_check";
alter table "notice" add constraint "notice_kind_check"
  check ("kind" in ('mention', 'share', 'invitation', 'turn', 'comment'));
alter table "notice" add "commentId" uuid references "comment" on delete cascade;
create index "notice_comment" on "notice" ("commentId");

create table "version" (
  "id" uuid primary key default gen_random_uuid(),
  "documentId" uuid not null references "document" on delete cascade,
  "cause" text not null check ("cause" in ('named', 'automatic', 'ai', 'restore')),
  "name" text not null default '',
  "seq" bigint not null,
  "state" bytea not null,
  "wordCount" integer not null,
  "creatorId" integer references "user",
  "clientKey" uuid,
  -- As exact as a client's clock tells it, since lists go on from it.
  "createdAt" timestamptz(3) not null default clock_timestamp(),
  unique ("creatorId", "clientKey")
);
create index "version_document" on "version" ("documentId", "createdAt" desc, "id" desc);
`;
