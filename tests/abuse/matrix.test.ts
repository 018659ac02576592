import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullDepth } from '../running/depth.ts';
import { roles } from '../running/sample-data.ts';
import { closeDatabase, sharedServer } from '../running/shared-server.ts';
import type { ClosedPlace } from './matrix/input.ts';
import { needs, streamNeeds } from './matrix/needs.ts';
import { type Asker, expected, isOperationsOwn, type Outcome, outcomeOf } from './matrix/outcomes.ts';
import { closedPlace, sharedPlace, takesPlace } from './matrix/place.ts';
import { rawNeeds } from './matrix/row-needs.ts';
import { listen, MatrixSocket, streams } from './matrix/streams.ts';
import { calls, carriers, rawRows, type Way, ways } from './matrix/ways.ts';

/**
 * Every way in, by every carrier, for everyone: what each may do is written in `matrix/needs.ts`. Procedures called by
 * a bearer's client, and rows with a handling of their own, are tried for all; other rows and cookies reach the same
 * procedures by the same check, so that a sample of askers tells whether they do (`TEST_DEPTH=full` asks as all).
 */
const askers: Asker[] = ['anonymous', ...roles];
const tokenOf = (asker: Asker) => (asker === 'anonymous' ? null : sharedServer.sample.people[asker].token);

let shared: ClosedPlace;
let cells = 0;

beforeAll(async () => {
  shared = await sharedPlace();
});
afterAll(async () => {
  await closeDatabase();
  console.log(`access matrix: ${cells.toLocaleString('en')} cells`);
});

function judge(asker: Asker, outcomes: Outcome[], outcome: Outcome | number, said = ''): void {
  cells += 1;
  expect(outcome, `${asker}: ${said.slice(0, 200)}`).toSatisfy((seen: Outcome) => outcomes.includes(seen));
}

describe('every entry point is in the table, and the table has no others', () => {
  it.each([
    ['calls', calls, needs],
    ['subscriptions', streams, streamNeeds],
    ['rows with a handling of their own', rawRows, rawNeeds],
  ] as const)('%s', (_what, found, table) => {
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
  });
});

/** Calls that would remove sample people; tests/integration/team and session test their access. */
const isFatal = ({ name }: Way, outcomes: Outcome[]) => name === 'team.leave' && outcomes.includes('in');

/** A spare session to sign out of: the rest of the matrix needs the person's own session. */
function spareToken(asker: Asker): string | null {
  if (asker === 'anonymous' || asker === 'suspended') return tokenOf(asker);
  const spare = sharedServer.sample.people[asker].spares.pop();
  if (spare === undefined) throw new Error(`no spare session is left for ${asker}`);
  return spare;
}

/** Everyone; of sampled calls, a stranger and one asker on each side of the boundary, varying by call. */
function askersOf({ label, isSampled, need }: Way): Asker[] {
  if (!isSampled || isFullDepth || !need) return askers;
  const mayCome = (asker: Asker) => expected(need, asker).includes('in');
  const oneOf = (some: Asker[]) => some.slice(hash(label) % Math.max(1, some.length)).slice(0, 1);
  const others = askers.filter((asker) => asker !== 'anonymous');
  return ['anonymous', ...oneOf(others.filter(mayCome)), ...oneOf(others.filter((asker) => !mayCome(asker)))];
}

const hash = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

describe('every call × every actor, over HTTP', () => {
  it.each(ways.map((way) => [way.label, way] as const))('%s', async (_label, way) => {
    const { name, need: wanted, changes } = way;
    if (!wanted) throw new Error(`no line for ${name}`);
    const try_ = async (asker: Asker) => {
      const outcomes = expected(wanted, asker);
      if (isFatal(way, outcomes)) return;
      const token = name === 'GET /api/user/logout' ? spareToken(asker) : tokenOf(asker);
      // A permitted call with side effects gets its own place; so does one on things in the bin.
      const isOwn =
        /\.restore$/.test(name) || (changes && outcomes.includes('in') && takesPlace(name, wanted));
      const answer = await way.ask(token, isOwn ? await closedPlace(name) : shared);
      const outcome = outcomeOf(answer.status);
      // An operation that found nothing to continue, edit or stop says so after it let the caller in.
      const isInside = outcomes.includes('in') && isOperationsOwn(name, outcome);
      judge(asker, outcomes, isInside ? 'in' : outcome, answer.text);
    };
    await Promise.all(askersOf(way).map(try_));
  });
});

describe.each(Object.entries(carriers))('by %s', (_carrier, headersOf) => {
  const headersFor = (asker: Asker) => {
    const token = tokenOf(asker);
    return token === null ? {} : headersOf(token);
  };
  const sockets = new Map<Asker, MatrixSocket>();
  beforeAll(() => {
    for (const asker of askers) sockets.set(asker, new MatrixSocket(headersFor(asker)));
  });
  afterAll(() => {
    for (const socket of sockets.values()) socket.close();
  });

  it.each(streams.map((way) => [way.name, way] as const))('%s, over the socket', async (name, way) => {
    const wanted = streamNeeds[name];
    if (!wanted) throw new Error(`no line for ${name}`);
    await Promise.all(
      askers.map(async (asker) => {
        const outcome = await sockets.get(asker)?.follow(way, shared);
        judge(asker, expected(wanted, asker), outcome ?? 0);
      }),
    );
  });

  it.each(streams.map((way) => [way.name, way] as const))('%s, by server-sent events', async (name, way) => {
    const wanted = streamNeeds[name];
    if (!wanted) throw new Error(`no line for ${name}`);
    await Promise.all(
      askers.map(async (asker) =>
        judge(asker, expected(wanted, asker), await listen(way, headersFor(asker), shared)),
      ),
    );
  });

  it.each(askers)('no call runs over the socket: %s', async (asker) => {
    // Without a session there is no socket either.
    const refusal = expected('signed in', asker).includes('in') ? 405 : 401;
    // All calls are refused before anything of them is looked at: some for each asker, all of them for all askers together.
    const tried = calls.filter((_way, at) => isFullDepth || at % askers.length === askers.indexOf(asker));
    for (const way of tried) {
      cells += 1;
      expect(await sockets.get(asker)?.call(way, shared), way.name).toBe(refusal);
    }
  });
});
