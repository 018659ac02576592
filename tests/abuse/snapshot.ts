import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { Place } from '../running/sample-data.ts';

const tables = [
  'team',
  'member',
  'space',
  'app',
  'assistant',
  'channel',
  'message',
  'queued_message',
  'turn',
  'grant',
];

/** Everything a team owns, as text, to compare before and after. Heads and reads go with their channels. */
export async function snapshotOf(db: Db, teamId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const key = table === 'team' ? 'id' : 'teamId';
    const { rows } = await sql<{ line: string }>`
      select to_jsonb("row")::text as "line" from ${sql.table(table)} as "row"
      where ${sql.ref(`row.${key}`)} = ${teamId} order by 1`.execute(db);
    found[table] = rows.map(({ line }) => line);
  }
  for (const table of ['channel_head', 'channel_read']) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb("row")::text as "line" from ${sql.table(table)} as "row"
      join "channel" on "channel"."id" = "row"."channelId" and "channel"."teamId" = ${teamId} order by 1`.execute(
      db,
    );
    found[table] = rows.map(({ line }) => line);
  }
  // Automatic versions appear while nobody does anything.
  for (const [table, which] of [
    ['version', sql`"row"."cause" <> 'automatic'`],
    ['discussion', sql`true`],
  ] as const) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb("row")::text as "line" from ${sql.table(table)} as "row"
      join "channel" on "channel"."id" = "row"."documentId" and "channel"."teamId" = ${teamId}
      where ${which} order by 1`.execute(db);
    found[table] = rows.map(({ line }) => line);
  }
  const { rows: comments } = await sql<{ line: string }>`
    select to_jsonb("comment")::text as "line" from "comment"
    join "discussion" on "discussion"."id" = "comment"."discussionId"
    join "channel" on "channel"."id" = "discussion"."documentId" and "channel"."teamId" = ${teamId} order by 1`.execute(
    db,
  );
  found.comment = comments.map(({ line }) => line);
  return found;
}

/** The lines of a snapshot about these ids; other tests' changes in the same team are left out. */
export async function linesAbout(db: Db, teamId: string, ids: string[]): Promise<string[]> {
  const found = await snapshotOf(db, teamId);
  return Object.values(found)
    .flat()
    .filter((line) => ids.some((id) => line.includes(id)));
}

/** The ids that identify a place within its team. */
export function idsIn({ teamId: _, ...place }: Place): string[] {
  return Object.values(place);
}
