import { type Kysely, sql } from 'kysely';

/**
 * Each full member has an app of their own in each team, which nobody else ever sees. Those who are there get theirs at
 * the end of their team's first space; what they wrote elsewhere stays where it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table "app" add "personalUserId" integer references "user";
alter table "app" add constraint "app_personal_private"
  check ("personalUserId" is null or "visibility" = 'private');
create unique index "app_personal" on "app" ("personalUserId", "teamId") where "personalUserId" is not null;

update "team" set "treeRevision" = "treeRevision" + 1
where exists (
  select from "member"
  where "member"."teamId" = "team"."id" and "member"."role" <> 'guest'
);

-- A key that ends in digits behind the last one stands behind it, and before the next whole one.
with "made" as (
  insert into "app" ("teamId", "spaceId", "type", "name", "visibility", "creatorId", "personalUserId", "sort", "revision")
  select "member"."teamId", "place"."id", 'chat',
    case "reads"."language" when 'zh-CN' then '我的聊天' else 'My chats' end,
    'private', "member"."userId", "member"."userId",
    coalesce("place"."last", 'a0') || lpad(row_number() over (
      partition by "member"."teamId" order by "member"."createdAt", "member"."userId"
    )::text, 6, '0') || '1',
    "team"."treeRevision"
  from "member"
  join "team" on "team"."id" = "member"."teamId"
  join "user" on "user"."id" = "member"."userId"
  cross join lateral (
    select coalesce("user"."language", "team"."preference"->>'language', 'en') as "language"
  ) as "reads"
  cross join lateral (
    select "space"."id", (select max("app"."sort") from "app" where "app"."spaceId" = "space"."id") as "last"
    from "space" where "space"."teamId" = "member"."teamId" and "space"."deletedAt" is null
    order by "space"."sort", "space"."id" limit 1
  ) as "place"
  where "member"."role" <> 'guest'
  returning "id", "teamId", "creatorId", "name"
), "granted" as (
  insert into "grant" ("targetId", "userId", "teamId", "level")
  select "id", "creatorId", "teamId", 4 from "made"
)
insert into "assistant" ("teamId", "appId", "ownerId", "name", "tools")
select "teamId", "id", "creatorId", case "name" when '我的聊天' then '助手' else 'Assistant' end,
  '["current_time", "calculator", "fetch_page", "find_documents", "read_document", "create_document",
    "append_to_document"]'
from "made";
`;
