import type { Db } from '@tandem/db';
import { RECOGNISED_TYPES } from '@tandem/shared/file/reading';
import { sql } from 'kysely';
import type { ExtractionFormat } from '../../content/file/extraction/format.ts';
import { READING_VERSION } from '../../content/file/extraction/version.ts';

interface FoundSource {
  id: string;
  datasetId: string;
}

/** A source with the content of its file. */
interface OutdatedSource extends FoundSource {
  hash: string;
  format: ExtractionFormat;
  creatorId: number;
}

/**
 * The sources of a content that an earlier version was done with, none of them in the bin; none when there is no such
 * content. One whose rereading ended early waits for somebody to ask for it.
 */
export async function findOutdated(db: Db): Promise<OutdatedSource[]> {
  const { rows } = await sql<OutdatedSource>`
    select "source"."id", "source"."datasetId", "source"."hash", "source"."format", "source"."creatorId" from "source"
    join "channel" on "channel"."id" = "source"."datasetId" and "channel"."deletedAt" is null
    where ("source"."hash", "source"."format") = (
      select "extraction"."hash", "extraction"."format" from "extraction"
      join "source" on "source"."hash" = "extraction"."hash" and "source"."format" = "extraction"."format"
      join "channel" on "channel"."id" = "source"."datasetId" and "channel"."deletedAt" is null
      where "extraction"."version" < ${READING_VERSION}::integer and "extraction"."status" in ('ready', 'failed')
        and case "extraction"."status" when 'ready' then "extraction"."problem" is null
          else "extraction"."problem" is distinct from 'stopped' end
        and "source"."fileId" is not null
      order by "extraction"."version", "extraction"."id" limit 1
    ) and "source"."fileId" is not null
    order by "source"."datasetId", "source"."id"`.execute(db);
  return rows;
}

/**
 * Sources of files that could not be read at all when they were added, and can be by now: by what `isReadable` looks at,
 * so that none of them is found for ever.
 */
export function findReadable(db: Db, limit: number): Promise<FoundSource[]> {
  return db
    .selectFrom('source')
    .innerJoin('file', 'file.id', 'source.fileId')
    .innerJoin('channel', 'channel.id', 'source.datasetId')
    .select(['source.id', 'source.datasetId'])
    .where('source.problem', '=', 'notReadable')
    .where('source.format', 'is', null)
    .where('file.mediaType', 'in', RECOGNISED_TYPES)
    .where('file.channelId', '=', sql<string>`coalesce("source"."documentId", "source"."datasetId")`)
    .where('channel.deletedAt', 'is', null)
    .limit(limit)
    .execute();
}
