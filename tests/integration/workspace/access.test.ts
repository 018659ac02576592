import { levelFor, levelOfMember, visibleTo } from '@tandem/api/access/policy/access.fragments';
import { heldLevel, type Standing } from '@tandem/api/access/policy/access.policy';
import { findApp, findChannel } from '@tandem/api/access/policy/access.repo';
import { rescope } from '@tandem/api/workspace/channel/tree.repo';
import { viewsOfTeam } from '@tandem/api/workspace/channel/view.repo';
import { connect, type Database } from '@tandem/db';
import {
  makeApp,
  makeGrant,
  makeMember,
  makeSpace,
  makeTeam,
  makeUser,
} from '@tandem/db/testing/factories/index';
import { type AccessLevel, levelOf } from '@tandem/shared/access/permissions';
import { type Scope, scopeOfApp, scopeOfChannel } from '@tandem/shared/access/scope';
import { teamRoles } from '@tandem/shared/team/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness/databases.ts';

/** The policy in code and the fragments in SQL must be the same rule, for any tree, role and grant. */
let store: { url: string; drop(): Promise<void> };
let database: Database;

beforeAll(async () => {
  store = await createDatabase();
  database = connect({ url: store.url, maxConnections: 4 });
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

const level = fc.integer({ min: 1, max: 4 });
const node = fc.record({
  /** Picks the parent among the nodes before it; 0 is the app. */
  under: fc.nat(),
  visibility: fc.constantFrom('inherit', 'inherit', 'private', 'team'),
  level: fc.option(level, { nil: null, freq: 2 }),
  binned: fc.constantFrom(false, false, true),
});
const world = fc.record({
  app: fc.record({
    visibility: fc.constantFrom('team', 'team', 'private'),
    level,
    binned: fc.constantFrom(false, false, false, true),
  }),
  nodes: fc.array(node, { minLength: 1, maxLength: 12 }),
  people: fc.array(
    fc.record({
      role: fc.constantFrom(...teamRoles),
      suspended: fc.constantFrom(false, false, false, true),
      member: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Person, node (0 is the app) and level. */
  grants: fc.array(fc.tuple(fc.nat(), fc.nat(), level), { maxLength: 10 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

/** Writes a world and answers what the policy says of it. */
async function build({ app, nodes, people, grants }: World) {
  const { db } = database;
  const team = await makeTeam(db);
  const space = await makeSpace(db, { teamId: team.id });
  const author = await makeUser(db);
  await makeMember(db, { teamId: team.id, userId: author.id });
  const users: { id: number; standing: Standing }[] = [];
  for (const { role, suspended, member } of people) {
    const user = await makeUser(db);
    if (member)
      await makeMember(db, {
        teamId: team.id,
        userId: user.id,
        role,
        suspendedAt: suspended ? new Date() : null,
      });
    users.push({ id: user.id, standing: member ? { role, suspended } : null });
  }
  const { binned, ...values } = app;
  const appRow = await makeApp(db, {
    teamId: team.id,
    spaceId: space.id,
    creatorId: author.id,
    ...values,
    deletedAt: binned ? new Date() : null,
  });
  const expected: { id: string; scope: Scope; gone: boolean }[] = [
    { id: appRow.id, scope: scopeOfApp({ id: appRow.id, ...values }), gone: binned },
  ];
  const ids: string[] = [];
  for (const [index, each] of nodes.entries()) {
    const parent = expected[each.under % (index + 1)] as (typeof expected)[number];
    const id = crypto.randomUUID();
    const parentId = parent.id === appRow.id ? null : parent.id;
    // The stored scope is nonsense: only the recomputation below makes it right.
    await db
      .insertInto('channel')
      .values({
        id,
        teamId: team.id,
        appId: appRow.id,
        parentId,
        kind: 'chat',
        visibility: each.visibility,
        level: each.level,
        creatorId: author.id,
        sort: 'a0',
        accessPath: [crypto.randomUUID()],
        teamLevel: 4,
        deletedAt: each.binned ? new Date() : null,
      })
      .execute();
    await db.insertInto('channel_head').values({ channelId: id }).execute();
    expected.push({
      id,
      scope: scopeOfChannel({ id, visibility: each.visibility, level: each.level }, parent.scope),
      gone: binned || each.binned,
    });
    ids.push(id);
  }
  await rescope(db, { appId: appRow.id }, 1);
  const given = new Map<string, number>();
  for (const [who, where, rank] of grants) {
    const user = users[who % users.length] as (typeof users)[number];
    const target = expected[where % expected.length] as (typeof expected)[number];
    // Only members hold grants.
    if (!user.standing) continue;
    await makeGrant(db, { teamId: team.id, targetId: target.id, userId: user.id, level: rank });
    given.set(`${user.id} ${target.id}`, rank);
  }
  const levelOn = (user: (typeof users)[number], { scope, gone }: (typeof expected)[number]): AccessLevel =>
    gone
      ? 'none'
      : heldLevel({
          standing: user.standing,
          teamLevel: scope.teamLevel,
          grants: scope.accessPath.flatMap((id) => given.get(`${user.id} ${id}`) ?? []),
        });
  return {
    team,
    app: expected[0] as (typeof expected)[number],
    channels: expected.slice(1),
    ids,
    users,
    levelOn,
  };
}

describe('the access rule in code and in SQL agree', () => {
  it('for single loads and lists of random trees', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { team, app, channels, ids, users, levelOn } = await build(drawn);
        const stored = await db
          .selectFrom('channel')
          .select(['id', 'accessPath', 'teamLevel'])
          .where('id', 'in', ids)
          .execute();
        const scopeOf = new Map(channels.map(({ id, scope }) => [id, scope]));
        for (const { id, ...scope } of stored) expect(scope).toEqual(scopeOf.get(id));

        for (const user of users) {
          const reader = { userId: user.id };
          expect((await findApp(db, reader, app.id))?.held ?? 'none').toBe(levelOn(user, app));
          const wanted = new Map(
            channels
              .map((each) => [each.id, levelOn(user, each)] as const)
              .filter(([, held]) => held !== 'none'),
          );
          for (const { id } of channels)
            expect((await findChannel(db, reader, id))?.held).toBe(wanted.get(id));
          const listed = await viewsOfTeam(db, reader, team.id);
          expect(new Map(listed.map(({ id, held }) => [id, held]))).toEqual(wanted);
          const filtered = await db
            .selectFrom('channel')
            .select(['id', levelFor(reader).as('rank')])
            .where('teamId', '=', team.id)
            .where(visibleTo(reader))
            .execute();
          expect(new Map(filtered.map(({ id, rank }) => [id, levelOf(rank)]))).toEqual(wanted);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('whether the membership is looked up per row or joined once', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { team, users } = await build(drawn);
        for (const { id, standing } of users) {
          if (!standing || standing.suspended) continue;
          const rows = await db
            .selectFrom('channel')
            .innerJoin('member', 'member.teamId', 'channel.teamId')
            .select([levelFor({ userId: id }).as('looked'), levelOfMember().as('joined')])
            .where('channel.teamId', '=', team.id)
            .where('member.userId', '=', id)
            .execute();
          for (const { looked, joined } of rows) expect(joined).toBe(looked);
        }
      }),
      { numRuns: 10 },
    );
  });
});

it('a grant of another team on the same id gives nothing', async () => {
  const { db } = database;
  const [team, other] = [await makeTeam(db), await makeTeam(db)];
  const space = await makeSpace(db, { teamId: team.id });
  const [author, reader] = [await makeUser(db), await makeUser(db)];
  for (const { id } of [team, other]) await makeMember(db, { teamId: id, userId: reader.id, role: 'guest' });
  await makeMember(db, { teamId: team.id, userId: author.id });
  const app = await makeApp(db, { teamId: team.id, spaceId: space.id, creatorId: author.id });
  await makeGrant(db, { teamId: other.id, targetId: app.id, userId: reader.id, level: 4 });
  expect(await findApp(db, { userId: reader.id }, app.id)).toBeNull();
});
