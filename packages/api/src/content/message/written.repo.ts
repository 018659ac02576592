import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Messages that `findWritten` looks at, going back, and characters of text that it returns. */
const WRITTEN = { messages: 1_000, characters: 2_000_000 };

/** What people did on a path. */
export interface Written {
  /** The words of their messages, newest first. */
  texts: readonly string[];
  /** Inputs of calls that they approved. */
  approved: readonly unknown[];
}

/**
 * Finds the words of people's messages on the active path before `beforeSeq`, and the inputs of calls of a built-in
 * tool there that people approved.
 */
export async function findWritten(
  db: Db,
  { channelId, beforeSeq, toolName }: { channelId: string; beforeSeq: number; toolName: string },
): Promise<Written> {
  const { rows } = await sql<{ text: string | null; approved: unknown[] | null }>`
    with "path" as (
      select "seq", "role", "parts" from "message"
      where "channelId" = ${channelId} and "active" and "seq" < ${beforeSeq}
      order by "seq" desc limit ${WRITTEN.messages}
    ), "read" as (
      select "seq",
        (select string_agg("each" ->> 'text', E'\n\n') from jsonb_array_elements("parts") as "each"
          where "role" = 'user' and "each" ->> 'type' = 'text') as "text",
        (select jsonb_agg("each" -> 'input') from jsonb_array_elements("parts") as "each"
          where "role" = 'assistant' and "each" ->> 'type' = 'dynamic-tool' and not "each" ? 'source'
            and "each" ->> 'toolName' = ${toolName} and "each" -> 'consent' ->> 'decision' = 'approved') as "approved"
      from "path"
    ), "counted" as (
      select *, sum(coalesce(length("text"), 0)) over (order by "seq" desc) as "characters" from "read"
    )
    select "text", "approved" from "counted"
    where ("text" is not null or "approved" is not null) and "characters" <= ${WRITTEN.characters}
    order by "seq" desc
  `.execute(db);
  return {
    texts: rows.flatMap(({ text }) => text ?? []),
    approved: rows.flatMap(({ approved }) => approved ?? []),
  };
}
