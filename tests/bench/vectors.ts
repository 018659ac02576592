import type { Platform } from '@tandem/api/core/platform';
import { Collection } from '@tandem/api/dataset/retrieval/collection';
import { rankInTeam } from '@tandem/api/dataset/retrieval/vector/rank-by-vectors';
import { makeChannel, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { type BenchRow, megabytes, ms, quantile, ratio } from './table.ts';
import type { World } from './world.ts';

const CONTENTS = 5_000;
const PASSAGES_EACH = 200;
const VECTORS = CONTENTS * PASSAGES_EACH;
/** Passages of one request to a provider, and so of one row. */
const BLOCK = 64;
const DIMENSIONS = 1_024;
const SEARCHES = 40;
/** What the figure that is asked for is measured against. */
const ASKED_MS = 100;

/**
 * Ranks a million passages of one dataset by vectors, compared with the same signatures as a row each, which
 * PostgreSQL compares. Signatures are random, which is as hard as it gets: none of them is like the query.
 */
export async function measureVectors(world: World): Promise<BenchRow[]> {
  const { db } = world.database;
  const { team, app, owner } = await makeWorkspace(db);
  const index = await fill(world, { teamId: team.id, appId: app.id, userId: owner.id });
  const { rows: contents } = await sql<{ id: number }>`
    select "extractionId" as "id" from "vector_content" where "indexId" = ${index.id} order by 1`.execute(db);
  const extractions = contents.map(({ id }) => {
    return { id, passages: PASSAGES_EACH, language: null, datasetIds: [''] };
  });
  // Only the place where a process keeps signatures is used.
  const platform = { instances: new Map() } as unknown as Platform;
  const rank = async (seed: number) => {
    const direction = Float64Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * 7_919 + i * i));
    const length = Math.hypot(...direction);
    const query = { teamId: team.id, index, direction: direction.map((value) => value / length) };
    const began = performance.now();
    const ranked = await rankInTeam({ db, platform }, new Collection(extractions), extractions, query);
    return { took: performance.now() - began, found: ranked?.length ?? 0 };
  };
  const before = process.memoryUsage().arrayBuffers;
  let cold = await rank(0);
  for (let again = 0; cold.found === 0 && again < 20; again += 1) cold = await rank(0);
  const first = await firstOf(world, index.id);
  const times: number[] = [];
  for (let seed = 1; seed <= SEARCHES; seed += 1) {
    const { took, found } = await rank(seed);
    if (found === 0) throw new Error('nothing was ranked');
    times.push(took);
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const rows = await inRows(world);
  return [
    {
      what: `${VECTORS.toLocaleString('en')} vectors, p95`,
      ours: `${ms(p95)} (p50 ${ms(p50)})`,
      against: `asked: under ${ASKED_MS} ms`,
      ratio: ratio(p95, ASKED_MS),
    },
    {
      what: 'the same, against a row for each vector',
      ours: ms(p50),
      against: `order by bit_count in SQL: p50 ${ms(rows)}`,
      ratio: ratio(p50, rows),
    },
    {
      what: 'reading their signatures after a start',
      ours: ms(first),
      against: `then ${megabytes(process.memoryUsage().arrayBuffers - before)} in memory`,
      ratio: '',
    },
  ];
}

interface Place {
  teamId: string;
  appId: string;
  userId: number;
}

async function fill({ database: { db } }: World, { teamId, appId, userId }: Place) {
  const { rows: models } = await sql<{ id: string }>`
    with "made" as (
      insert into "provider" ("teamId", "kind", "name", "apiHost", "creatorId")
      values (${teamId}::uuid, 'openai-compatible', 'Bench', 'http://127.0.0.1:9', ${userId}) returning "id"
    )
    insert into "model" ("providerId", "modelId", "name", "kind", "abilities", "contextWindow")
    select "id", 'bench', 'Bench', 'embedding', '{"tools":false,"vision":false,"reasoning":false}', 8192 from "made"
    returning "id"`.execute(db);
  const modelId = models[0]?.id ?? '';
  await db
    .insertInto('retrieval_setting')
    .values({ teamId, embeddingModelId: modelId, chooserId: userId })
    .execute();
  const { id: datasetId } = await makeChannel(db, { appId, creatorId: userId, kind: 'dataset' });
  await db
    .insertInto('dataset')
    .values({ channelId: datasetId, teamId })
    .onConflict((on) => on.doNothing())
    .execute();
  const { id } = await db
    .insertInto('vector_index')
    .values({ teamId, modelId, dimensions: DIMENSIONS, isReady: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into "extraction" ("hash", "format", "status", "passages")
    select 'bench ' || n, 'text', 'ready', ${PASSAGES_EACH} from generate_series(1, ${CONTENTS}::integer) as n`.execute(
    db,
  );
  await sql`
    insert into "source" ("teamId", "datasetId", "kind", "name", "hash", "format", "creatorId")
    select ${teamId}::uuid, ${datasetId}::uuid, 'text', "hash", "hash", "format", ${userId}
    from "extraction" where "hash" like 'bench %'`.execute(db);
  await sql`
    insert into "vector_content" ("indexId", "extractionId", "passages")
    select ${id}::bigint, "id", ${PASSAGES_EACH} from "extraction" where "hash" like 'bench %'`.execute(db);
  // The scale is 0.01 as a float.
  await sql`
    insert into "vector_block" ("indexId", "extractionId", "first", "signatures", "vectors")
    select "indexId", "extractionId", "first", "made"."signatures", "made"."vectors"
    from "vector_content", generate_series(0, ${PASSAGES_EACH - 1}::integer, ${BLOCK}::integer) as "first",
      lateral (
        select string_agg(sha512(("extractionId" || ' ' || n)::bytea), ''::bytea order by n) as "signatures",
          string_agg('\\x0ad7233c'::bytea || decode(repeat(md5("extractionId" || ' ' || n), ${DIMENSIONS / 16}::integer), 'hex'),
            ''::bytea order by n) as "vectors"
        from generate_series("first", least("first" + ${BLOCK}, ${PASSAGES_EACH}) - 1) as n
      ) as "made"
    where "indexId" = ${id}`.execute(db);
  await sql`vacuum analyze "vector_block", "vector_content", "extraction"`.execute(db);
  return { id, modelId, dimensions: DIMENSIONS };
}

/** Reads all signatures as a process does that has none. */
async function firstOf({ database: { db } }: World, indexId: number): Promise<number> {
  const began = performance.now();
  await sql`select "extractionId", string_agg("signatures", ''::bytea order by "first") from "vector_block"
    where "indexId" = ${indexId} group by "extractionId"`.execute(db);
  return performance.now() - began;
}

/** The median time of PostgreSQL for as many candidates, with a row for each vector and its own choice of plan. */
async function inRows({ database: { db } }: World): Promise<number> {
  await sql`create table "bench_vector" ("extractionId" bigint, "n" integer, "signature" bit(512))`.execute(
    db,
  );
  await sql`
    insert into "bench_vector"
    select e, n, (('x' || encode(sha512((e || ' ' || n)::bytea), 'hex'))::bit(512))
    from generate_series(1, ${CONTENTS}::integer) as e, generate_series(0, ${PASSAGES_EACH - 1}::integer) as n`.execute(
    db,
  );
  await sql`vacuum analyze "bench_vector"`.execute(db);
  const times: number[] = [];
  for (let seed = 0; seed < 10; seed += 1) {
    const began = performance.now();
    await sql`
      select "extractionId", "n" from "bench_vector"
      order by bit_count("signature" # ('x' || encode(sha512(${String(seed)}::bytea), 'hex'))::bit(512)) limit 500`.execute(
      db,
    );
    times.push(performance.now() - began);
  }
  await sql`drop table "bench_vector"`.execute(db);
  return quantile(times, 0.5);
}
