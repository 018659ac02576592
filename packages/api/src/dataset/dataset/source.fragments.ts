import type { SourceStatus } from '@tandem/shared/dataset/source';
import { sql } from 'kysely';
import { visibleToAudience } from '../../access/policy/access.audience.ts';
import { type Reader, visibleTo } from '../../access/policy/access.fragments.ts';

/** Where a source stands, from its own problem and the reading of its content; joins `extraction`. */
export const sourceStatus = sql<SourceStatus>`case
  when "source"."kind" = 'folder' then 'ready'
  when "source"."problem" is not null then 'failed'
  when "source"."kind" = 'sitemap' then case when "source"."fetchedAt" is null then 'queued' else 'ready' end
  when "extraction"."status" is null then 'queued'
  else "extraction"."status"
end`;

/** The reader of sources; with `channelId`, the text is told to everyone who may view that channel. */
export type SourceReader = Reader & { channelId?: string };

/**
 * Whether the reader sees a source of a dataset that they see: a document in it only while they may view that document,
 * and, where others are told, while those may view it too.
 */
export function sourceVisibleTo(reader: SourceReader) {
  const others = reader.channelId === undefined ? sql`true` : visibleToAudience(reader.channelId, 'followed');
  return sql<boolean>`("source"."kind" <> 'document' or exists (
    select from "channel" as "followed" where "followed"."id" = "source"."documentId"
      and ${visibleTo(reader, 'followed')} and ${others}
  ))`;
}
