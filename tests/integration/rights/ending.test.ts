import { makeAssistant, makeColleague, makeGrant, makeSpace } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import superjson from 'superjson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClosedPlace, inputOf } from '../../abuse/matrix/input.ts';
import { needs } from '../../abuse/matrix/needs.ts';
import { makeTeamRecords } from '../../abuse/team-records.ts';
import { type ProcedureWay, procedures } from '../../contract/surface.ts';
import { type Answer, apiFor } from '../../running/api.ts';
import { makePlace } from '../../running/sample-data.ts';
import { uploaded } from '../file/files.ts';
import { useOwnServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { ownRefusals, unguarded } from './reasons.ts';
import { whileWaiting } from './waiting.ts';

/**
 * For every mutation that needs a right: its actor loses that right after it was judged and before the commit. The test
 * holds the lock that changes of rights take, sends the call, waits until the call waits for that lock, and commits the
 * suspension of the actor.
 */
const server = useOwnServer();
let team: Team;
beforeAll(async () => {
  // The installation's first team: its administrators operate it.
  team = await openTeam(server);
});

const guarded = procedures.filter(
  ({ name, type }) => type === 'mutation' && needs[name] !== 'anyone' && needs[name] !== 'signed in',
);
const mutations = guarded.filter(({ name }) => !(name in unguarded));

interface Actor {
  userId: number;
  token: string;
}

async function newActor(): Promise<Actor> {
  const { id: userId } = await makeColleague(server.db, team.team.id, 'owner');
  return { userId, token: (await server.as(userId)).token as string };
}

type OwnPlace = ClosedPlace & { emptySpaceId: string };

/** A private place of the actor's own, so that a call is let in by whatever it needs. */
async function placeFor(name: string, actor: Actor): Promise<OwnPlace> {
  const { db } = server;
  const place = await makePlace(db, team.team.id, actor.userId, 'private');
  const records = await makeTeamRecords(db, place.teamId, actor.userId);
  const api = apiFor(server.url, actor.token);
  const { appId, channelId } = place;
  if (['app.restore', 'app.recover', 'app.erase'].includes(name)) await api.trpc.app.remove.mutate({ appId });
  if (name === 'channel.restore' || name === 'channel.erase')
    await api.trpc.channel.remove.mutate({ channelId });
  if (name === 'channel.unarchive') await api.trpc.channel.archive.mutate({ channelId });
  if (name === 'budget.remove') await api.trpc.budget.set.mutate({ appId, period: 'month', amount: 1 });
  // A team holds few providers and servers of tools, and each of these tests brings one.
  await db
    .deleteFrom('provider')
    .where('id', '<>', records.providerId)
    .where('teamId', 'is not', null)
    .execute();
  await db.deleteFrom('mcp_server').where('id', '<>', records.serverId).execute();
  await db.updateTable('model').set({ isListed: false }).where('id', '=', records.modelRowId).execute();
  if (name === 'assistant.remove')
    await makeAssistant(db, { teamId: place.teamId, appId, ownerId: actor.userId });
  if (name === 'message.continue')
    await db.updateTable('message').set({ status: 'interrupted' }).where('id', '=', place.answerId).execute();
  const emptySpaceId = (await makeSpace(db, { teamId: place.teamId })).id;
  const takesFile = name.startsWith('file.') || ['source.addFiles', 'source.replace'].includes(name);
  const fileId = takesFile ? (await uploaded(api, 'A file')).id : '';
  if (name === 'source.replace')
    await db.updateTable('source').set({ kind: 'text' }).where('id', '=', place.sourceId).execute();
  if (name === 'file.copy' || name === 'file.read')
    await api.trpc.file.attach.mutate({ channelId: place.documentId, fileId });
  if (name.startsWith('grant.'))
    await makeGrant(db, {
      targetId: appId,
      teamId: place.teamId,
      userId: records.userId,
      level: levelRank.view,
    });
  return { ...place, ...records, fileId, emptySpaceId };
}

/** Inputs that change something, where the sample alone does not. */
const changes: Record<string, (place: OwnPlace) => object> = {
  'app.update': () => ({ name: 'Another name' }),
  'channel.update': () => ({ name: 'Another name' }),
  'dataset.update': () => ({ name: 'Another name' }),
  'source.addFiles': ({ fileId }) => ({ files: [{ fileId }] }),
  'source.replace': ({ fileId }) => ({ fileId }),
  'source.update': () => ({ name: 'Another name' }),
  'file.attach': ({ fileId, documentId }) => ({ fileId, channelId: documentId }),
  'agentFile.move': () => ({ to: 'another' }),
  'mcp.create': () => ({ url: 'http://127.0.0.1:9/mcp' }),
  'mcp.update': () => ({ name: 'Another name' }),
  'model.update': () => ({ name: 'Another name' }),
  'space.changeSort': ({ spaceId }) => ({ items: [{ id: spaceId, sort: 0 }] }),
  'space.remove': ({ emptySpaceId }) => ({ spaceId: emptySpaceId }),
};

const call = (way: ProcedureWay, place: OwnPlace, { token }: Actor): Promise<Answer> =>
  apiFor(server.url, token).call('POST', `/api/${way.name}`, {
    raw: JSON.stringify(
      superjson.serialize({ ...inputOf(way, way.name, place), ...changes[way.name]?.(place) }),
    ),
    headers: { 'content-type': 'application/json' },
  });

/** Everything that is stored, by table, but for what every request leaves behind. */
async function everything(): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as "name" from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      -- Sessions and counts change with every request; the content of a document is derived by whoever reads it.
      and table_name not in ('session', 'rate_count', 'document_content')
    order by 1`.execute(server.db);
  const found: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg("row"::text, ' ' order by "row"::text)) as "hash" from ${sql.table(name)} as "row"
    `.execute(server.db);
    found[name] = rows[0]?.hash ?? null;
  }
  return found;
}

interface Race {
  answer: Answer;
  /** Whether the call came as far as the lock. */
  waited: boolean;
  changed: string[];
}

/** Suspends the actor between the judgement of a call and its commit. */
async function race(way: ProcedureWay): Promise<Race> {
  const actor = await newActor();
  const place = await placeFor(way.name, actor);
  let before: Record<string, string | null> = {};
  const { asked, waited } = await whileWaiting(
    server.db,
    async () => {
      before = await everything();
      return call(way, place, actor);
    },
    (tx) =>
      tx.updateTable('member').set({ suspendedAt: sql`now()` }).where('userId', '=', actor.userId).execute(),
  );
  const answer = await asked;
  const after = await everything();
  const changed = Object.keys(after).filter((table) => table !== 'member' && after[table] !== before[table]);
  return { answer, waited, changed };
}

describe('a right that ends before the commit', () => {
  it.each(mutations.map((way) => [way.name, way] as const))('%s', async (name, way) => {
    const { answer, waited, changed } = await race(way);
    const said = `${answer.status} ${answer.text.slice(0, 200)}`;
    expect(changed, said).toEqual([]);
    expect(answer.status, said).not.toBe(200);
    if (name in ownRefusals) return;
    expect(waited, said).toBe(true);
    // A leaving person locks their own membership, for which the suspension here waits: one of the two is
    // cancelled.
    expect(name === 'team.leave' ? [404, 409] : [403, 404], said).toContain(answer.status);
  });

  it('and the reasons name existing calls', () => {
    const names = guarded.map(({ name }) => name);
    const reasons = [...Object.keys(ownRefusals), ...Object.keys(unguarded)];
    expect(reasons.filter((name) => !names.includes(name))).toEqual([]);
  });
});
