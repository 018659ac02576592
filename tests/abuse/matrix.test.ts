import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank, type Permission } from '@tandem/shared/access/permissions';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestFor, sampleOf } from '../contract/samples.ts';
import { type ProcedureWay, procedures, type RowWay, rows } from '../contract/surface.ts';
import { type Answer, apiFor } from '../running/api.ts';
import { type Place, type Role, roles } from '../running/cast.ts';
import { as, closeDatabase, database, placeOf, stage, stranger } from '../running/stage.ts';

/**
 * Who may do what: the level that each call needs on what it names, or the standing in the team. Written down
 * apart from the policies, so that a change of rights shows here; a call that is not listed fails the test.
 */
type Need = Permission | 'anyone' | 'signed in' | 'of the team' | 'member' | 'administrator';
const needs: Record<string, Need> = {
  'app.list': 'of the team',
  'app.get': 'view',
  'app.create': 'member',
  'app.update': 'edit',
  'assistant.list': 'view',
  'assistant.update': 'edit',
  'channel.list': 'view',
  'channel.get': 'view',
  'channel.create': 'edit',
  'channel.update': 'edit',
  'channel.move': 'edit',
  'channel.remove': 'manage',
  'channel.restore': 'manage',
  'channel.markRead': 'view',
  'home.recent': 'of the team',
  'message.list': 'view',
  'message.history': 'view',
  'message.send': 'edit',
  'message.stop': 'edit',
  'message.regenerate': 'edit',
  'message.continue': 'edit',
  'message.edit': 'edit',
  'message.select': 'edit',
  'message.editQueued': 'edit',
  'message.removeQueued': 'edit',
  'model.list': 'of the team',
  'space.list': 'of the team',
  'space.create': 'administrator',
  'space.rename': 'administrator',
  'space.move': 'administrator',
  'space.remove': 'administrator',
  'system.setting': 'anyone',
  'team.users': 'of the team',
  'team.tree': 'of the team',
  'user.profile': 'signed in',
  'user.update': 'signed in',
};

/** Level of each of the cast on a private place of the owner's. */
const levelAtClosed: Record<Role, Permission | null> = {
  owner: 'manage',
  manager: 'manage',
  editor: 'edit',
  commenter: 'comment',
  viewer: 'view',
  admin: null,
  member: null,
  guest: null,
  removed: null,
  suspended: null,
  other: null,
};
const members: Role[] = ['owner', 'admin', 'member', 'viewer', 'commenter', 'editor', 'manager'];

/** `in`: let through to the operation, which may still find its input wanting. */
type Outcome = 'in' | 401 | 403 | 404;

function expected(need: Need, role: Role | 'anonymous'): Outcome[] {
  if (need === 'anyone') return ['in'];
  // A suspension ends the session itself.
  if (role === 'anonymous' || role === 'suspended') return [401];
  if (need === 'signed in') return ['in'];
  if (need === 'of the team' || need === 'member' || need === 'administrator') return byStanding(need, role);
  const level = levelAtClosed[role];
  if (level === null) return [404];
  return levelRank[level] >= levelRank[need] ? ['in'] : [403];
}

function byStanding(need: 'of the team' | 'member' | 'administrator', role: Role): Outcome[] {
  // In a team of their own they are the owner; of ours they see nothing.
  if (role === 'other') return ['in', 404];
  if (role === 'removed') return [403, 404];
  if (need === 'of the team') return ['in'];
  const enough = need === 'member' ? members : ['owner', 'admin'];
  return enough.includes(role) ? ['in'] : [403, 404];
}

function outcomeOf(answer: Answer): Outcome | number {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 404) return status;
  return status < 500 || status === 512 ? 'in' : status;
}

const grants = { viewer: 'view', commenter: 'comment', editor: 'edit', manager: 'manage' } as const;
/** A private place of the owner's with the grants of the cast; in the bin where that is where things are found. */
async function closedPlace(binned: boolean): Promise<Place> {
  const place = await placeOf('owner');
  for (const [role, level] of Object.entries(grants))
    await makeGrant(database(), {
      targetId: place.appId,
      teamId: place.teamId,
      userId: stage.cast.people[role as Role].id,
      level: levelRank[level],
    });
  if (binned) await as('owner').trpc.channel.remove.mutate({ channelId: place.channelId });
  return place;
}

/** What the call is given: ids of the place, and for a move one that stays among its siblings. */
function inputOf(way: ProcedureWay | RowWay, name: string, place: Place): Record<string, unknown> {
  const input = sampleOf(way.schema, place);
  if (name === 'channel.move') input.parentId = null;
  if (name === 'channel.move' || name === 'space.move') input.afterId = null;
  if (name === 'message.edit') input.messageId = place.questionId;
  return input;
}

type Ask = (token: string | null, place: Place) => Promise<Answer>;
const json = { 'content-type': 'application/json' };

function byTrpc(way: ProcedureWay, headersOf: (token: string) => Record<string, string>): Ask {
  return (token, place) => {
    const raw = JSON.stringify(superjson.serialize(inputOf(way, way.name, place)));
    const headers = token === null ? {} : headersOf(token);
    return way.type === 'mutation'
      ? stranger.call('POST', `/api/${way.name}`, { raw, headers: { ...json, ...headers } })
      : stranger.call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`, { headers });
  };
}
function byRest(way: RowWay, name: string): Ask {
  return (token, place) => {
    const { path, body } = requestFor(way, inputOf(way, name, place));
    return apiFor(stage.url, token).call(way.row.verb, path, { body });
  };
}

const calls = procedures.filter((way) => way.type !== 'subscription');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ cookie: `tandem_session=${token}`, origin: stage.url });
const ways: { label: string; name: string; changes: boolean; ask: Ask }[] = [
  ...calls.flatMap((way) => [
    {
      label: `${way.name} by bearer`,
      name: way.name,
      changes: way.type === 'mutation',
      ask: byTrpc(way, bearer),
    },
    {
      label: `${way.name} by cookie`,
      name: way.name,
      changes: way.type === 'mutation',
      ask: byTrpc(way, cookie),
    },
  ]),
  ...rows.flatMap((way) => {
    if (way.row.kind !== 'procedure') return [];
    const { calls: name } = way.row;
    return [{ label: way.name, name, changes: way.row.verb !== 'GET', ask: byRest(way, name) }];
  }),
];

it('every procedure has its line in the table', () => {
  expect(calls.map(({ name }) => name).sort()).toEqual(Object.keys(needs).sort());
});

describe('every call × everyone', () => {
  let shared: Place;
  beforeAll(async () => {
    shared = await closedPlace(false);
  });
  afterAll(closeDatabase);

  it.each(ways.map((way) => [way.label, way] as const))('%s', async (_label, { name, changes, ask }) => {
    const need = needs[name];
    if (!need) throw new Error(`no line for ${name}`);
    const judge = async (role: Role | 'anonymous') => {
      const outcomes = expected(need, role);
      // What changes something, and may, gets a place of its own.
      const binned = name === 'channel.restore';
      const place = binned || (changes && outcomes.includes('in')) ? await closedPlace(binned) : shared;
      const answer = await ask(role === 'anonymous' ? null : stage.cast.people[role].token, place);
      // An operation that found nothing to continue, edit or stop says so after it let the caller in.
      const outcome = outcomeOf(answer);
      const inside = outcomes.includes('in') && operationRefuses(name, outcome);
      expect(inside ? 'in' : outcome, `${role}: ${answer.text.slice(0, 200)}`).toSatisfy((seen: Outcome) =>
        outcomes.includes(seen),
      );
    };
    await Promise.all((['anonymous', ...roles] as const).map(judge));
  });
});

/** Whether an operation by itself answers so although its caller may use it: others' words, nothing queued. */
function operationRefuses(name: string, outcome: Outcome | number): boolean {
  if (name === 'message.edit') return outcome === 403;
  return (name === 'message.editQueued' || name === 'message.removeQueued') && outcome === 404;
}
