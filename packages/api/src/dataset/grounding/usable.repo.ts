import type { Db } from '@tandem/db';
import { datasetKinds } from '@tandem/shared/dataset/schema';
import type { SourceKind } from '@tandem/shared/dataset/source';
import { type RawBuilder, sql } from 'kysely';
import { visibleToAudience } from '../../access/policy/access.audience.ts';
import { visibleTo } from '../../access/policy/access.fragments.ts';
import { READING_VERSION } from '../../content/file/extraction/version.ts';
import { sourceVisibleTo } from '../dataset/source.fragments.ts';

/** A question whose answer may use datasets: where it was asked, by whom, and who answers. */
export interface Asking {
  userId: number;
  teamId: string;
  channelId: string;
  assistantId: string | null;
}

/** Counts of the sources an answer may use. */
export interface Usable {
  /** Those that everyone who reads the answer may view: others are not named to them. */
  datasets: { id: string; name: string }[];
  /** Sources whose text can be read, and those that are still being read. */
  ready: number;
  pending: number;
  /** Pages of those that are ready. */
  pages: number;
}

/** A source that an answer may use. */
export interface UsableSource {
  id: string;
  datasetId: string;
  name: string;
  kind: SourceKind;
  hash: string | null;
  format: string | null;
  /** Whether its text can be read. */
  isReady: boolean;
  pages: number;
}

/** A page of a source. */
export interface UsablePage extends UsableSource {
  index: number;
  label: string;
  text: string;
}

/**
 * Whether a source's text can be read; of one whose reading ended early, as far as that came, and of one that is read
 * again, what an earlier version got (see `hasEarlierText`).
 */
const isReadable = sql<boolean>`coalesce(
  "extraction"."status" = 'ready' or ("extraction"."status" = 'failed' and "extraction"."done" > 0)
    or ("extraction"."version" < ${READING_VERSION}::integer and "extraction"."done" = "extraction"."pages"
      and "extraction"."passages" > 0), false
)`;

/**
 * The datasets linked to the channel or to its assistant, and the channel's own; only those that the person who asks
 * can view now. Every query here begins with this, so that it judges the right itself.
 */
function usable({ userId, teamId, channelId, assistantId }: Asking): RawBuilder<unknown> {
  return sql`"usable" as (
    select "channel"."id", "channel"."name" from "channel"
    where "channel"."teamId" = ${teamId}
      and "channel"."kind" in (${sql.join(datasetKinds)})
      and (
        "channel"."id" = ${channelId}
        or "channel"."id" in (
          select "datasetId" from "dataset_link"
          where "channelId" = ${channelId} or "assistantId" = ${assistantId}
        )
      )
      and ${visibleTo({ userId })}
  )`;
}

/** Sources of these datasets that have a text and that the asker sees: some by their ids, or all. */
function seen(asking: Asking, ids?: readonly string[]): RawBuilder<unknown> {
  return sql`${usable(asking)}, "seen" as (
    select
      "source"."id", "source"."datasetId", "source"."name", "source"."kind", "source"."hash", "source"."format",
      ${isReadable} as "isReady",
      coalesce("extraction"."done", 0) as "pages"
    from "source"
    left join "extraction"
      on "extraction"."hash" = "source"."hash" and "extraction"."format" = "source"."format"
    where "source"."datasetId" in (select "id" from "usable") and "source"."kind" not in ('folder', 'sitemap')
      and ${ids ? sql`"source"."id" = any(${ids}::uuid[])` : sql`true`}
      and ${sourceVisibleTo(asking)}
  )`;
}

/** The datasets that an answer may use. */
export async function findDatasets(db: Db, asking: Asking): Promise<Usable['datasets']> {
  const { rows } = await sql<Usable['datasets'][number]>`
    with ${usable(asking)} select "id", "name" from "usable" order by "name", "id"
  `.execute(db);
  return rows;
}

/**
 * Ids of all sources with a text in the datasets that an answer may use, the oldest first, whoever may view them. They
 * come as one text, each followed by a blank: datasets have thousands.
 */
export async function findOrder(db: Db, asking: Asking): Promise<string> {
  const { rows } = await sql<{ ids: string }>`
    with ${usable(asking)}
    select coalesce(string_agg("id"::text || ' ', '' order by "createdAt", "id"), '') as "ids" from "source"
    where "datasetId" in (select "id" from "usable") and "kind" not in ('folder', 'sitemap')
  `.execute(db);
  return rows[0]?.ids ?? '';
}

/** Counts the sources an answer may use. */
export async function findUsable(db: Db, asking: Asking): Promise<Usable> {
  const { rows } = await sql<Usable>`
    with ${usable(asking)}
    select
      (select coalesce(json_agg(json_build_object('id', "usable"."id", 'name', "usable"."name")
        order by "usable"."name", "usable"."id"), '[]')
        from "usable" join "channel" as "dataset" on "dataset"."id" = "usable"."id"
        where ${visibleToAudience(asking.channelId, 'dataset')}) as "datasets",
      count(*) filter (where ${isReadable})::int as "ready",
      count(*) filter (
        where "source"."problem" is null
          and ("extraction"."status" is null or "extraction"."status" in ('queued', 'reading'))
          and not ${isReadable}
      )::int as "pending",
      coalesce(sum("extraction"."done") filter (where ${isReadable}), 0)::int as "pages"
    from "source"
    left join "extraction"
      on "extraction"."hash" = "source"."hash" and "extraction"."format" = "source"."format"
    where "source"."datasetId" in (select "id" from "usable") and "source"."kind" not in ('folder', 'sitemap')
      and ${sourceVisibleTo(asking)}
  `.execute(db);
  return rows[0] ?? { datasets: [], ready: 0, pending: 0, pages: 0 };
}

/** Characters of all texts that can be read. */
export async function findCharacters(db: Db, asking: Asking): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    with ${seen(asking)}
    select coalesce(sum(length("page"."text")), 0)::int as "characters"
    from "seen"
    join "extraction_page" as "page" on "page"."hash" = "seen"."hash" and "page"."format" = "seen"."format"
    where "seen"."isReady"
  `.execute(db);
  return rows[0]?.characters ?? 0;
}

/** Those of some sources that the asker sees, in any order. */
export async function findSeen(db: Db, asking: Asking, ids: readonly string[]): Promise<UsableSource[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UsableSource>`with ${seen(asking, ids)} select * from "seen"`.execute(db);
  return rows;
}

/** Which pages are wanted, by their indices from 1. */
export interface PagesWanted {
  from: number;
  to: number;
}

/**
 * Pages of one source, or of all that can be read, in the order of the sources' ids. Pages that could not be read are
 * left out.
 */
export async function findPages(
  db: Db,
  asking: Asking,
  id: string | null,
  { from, to }: PagesWanted,
): Promise<UsablePage[]> {
  const { rows } = await sql<UsablePage>`
    with ${seen(asking, id === null ? undefined : [id])}
    select "seen".*, "page"."index", "page"."label", "page"."text"
    from "seen"
    join "extraction_page" as "page" on "page"."hash" = "seen"."hash" and "page"."format" = "seen"."format"
    where "page"."index" between ${from} and ${to} and "page"."problem" is null
      and ${id === null ? sql`"seen"."isReady"` : sql`true`}
    order by "seen"."id", "page"."index"
  `.execute(db);
  return rows;
}

/** The labels and first characters of a source's pages. */
export async function findOutline(
  db: Db,
  asking: Asking,
  { id, from, limit }: { id: string; from: number; limit: number },
): Promise<{ name: string; pages: number; index: number; label: string; begins: string }[]> {
  const { rows } = await sql<{ name: string; pages: number; index: number; label: string; begins: string }>`
    with ${seen(asking, [id])}
    select "seen"."name", "seen"."pages", "page"."index", "page"."label", left("page"."text", 200) as "begins"
    from "seen"
    join "extraction_page" as "page" on "page"."hash" = "seen"."hash" and "page"."format" = "seen"."format"
    where "page"."index" >= ${from}
    order by "page"."index"
    limit ${limit}
  `.execute(db);
  return rows;
}
