import { type Kysely, sql } from 'kysely';

/** The words of messages, as they are searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

/** The marks that the application drops too when it folds: see "fold" in shared/search/words.ts. */
const accents = String.fromCodePoint(...Array.from({ length: 0x70 }, (_, i) => 0x300 + i));

// New words wait in a list that every search reads through: it is kept short.
const statements = `
create function "search_fold"("name" text) returns text language sql immutable strict parallel safe
  return case when octet_length("name") = char_length("name") then lower("name") else
    replace(replace(replace(replace(
      translate(
        normalize(translate(normalize(lower(normalize("name", NFKC)), NFD), '${accents}', ''), NFC),
        'øłđðıς', 'olddiσ'
      ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end;

create table "message_text" (
  "messageId" uuid primary key references "message" on delete cascade,
  "teamId" uuid not null references "team" on delete cascade,
  "channelId" uuid not null references "channel" on delete cascade,
  "createdAt" timestamptz not null,
  "words" tsvector not null
);
create index "message_text_words" on "message_text" using gin ("words") with (gin_pending_list_limit = 512);
create index "message_text_team" on "message_text" ("teamId", "createdAt" desc, "messageId" desc);
create index "message_text_channel" on "message_text" ("channelId", "createdAt" desc, "messageId" desc);

create table "search_fill" (
  "singleton" boolean primary key default true check ("singleton"),
  "afterId" uuid
);
insert into "search_fill" select where exists (select from "message");
`;
