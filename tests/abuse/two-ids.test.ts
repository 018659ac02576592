import superjson from 'superjson';
import { afterAll, describe, expect, it } from 'vitest';
import { idOf, isPlaceId, requestFor, sampleOf } from '../contract/samples.ts';
import { type JsonSchema, named, procedures, rows } from '../contract/surface.ts';
import type { Answer } from '../running/api.ts';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, database, placeOf, sharedServer } from '../running/shared-server.ts';
import { idsIn, linesAbout } from './snapshot.ts';

/** A call with two ids, one's own and one of another team: NOT_FOUND, and nothing is written. */
afterAll(closeDatabase);

/** Names of ids that the input takes, optional ones included. */
function idsOf(schema: JsonSchema): string[] {
  return Object.keys(schema.properties ?? {}).filter(isPlaceId);
}

/** Every mix of own and foreign ids with at least one of each. */
function mixes(
  schema: JsonSchema,
  own: Place,
  foreign: Place,
): { label: string; input: Record<string, unknown> }[] {
  const ids = idsOf(schema);
  const found = [];
  for (let bits = 1; bits < 2 ** ids.length - 1; bits++) {
    const input = sampleOf(schema, own);
    const strange = ids.filter((_name, index) => bits & (1 << index));
    for (const name of ids) input[name] = idOf(name, strange.includes(name) ? foreign : own);
    found.push({ label: strange.join(' and '), input });
  }
  return found;
}

const calls = procedures.filter((way) => way.type !== 'subscription' && idsOf(way.schema).length >= 2);
const requests = rows.filter((way) => idsOf(way.schema).length >= 2);

async function expectNothing(ask: (input: Record<string, unknown>) => Promise<Answer>, schema: JsonSchema) {
  const own = await placeOf('owner');
  const { foreign } = sharedServer.sample;
  const look = async () => [
    await linesAbout(database(), own.teamId, idsIn(own)),
    await linesAbout(database(), foreign.teamId, idsIn(foreign)),
  ];
  const before = await look();
  for (const { label, input } of mixes(schema, own, foreign)) {
    const answer = await ask(input);
    expect(answer.status, `foreign ${label}: ${answer.text.slice(0, 200)}`).toBe(404);
  }
  expect(await look()).toEqual(before);
}

describe('a procedure with an own and a foreign id finds nothing and writes nothing', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    await expectNothing((input) => {
      const raw = JSON.stringify(superjson.serialize(input));
      return way.type === 'mutation'
        ? as('owner').call('POST', `/api/${way.name}`, {
            raw,
            headers: { 'content-type': 'application/json' },
          })
        : as('owner').call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`);
    }, way.schema);
  });
});

describe('a row with an own and a foreign id finds nothing and writes nothing', () => {
  it.each(named(requests))('%s', async (_name, way) => {
    await expectNothing((input) => {
      const { path, body } = requestFor(way, input);
      return as('owner').call(way.row.verb, path, { body });
    }, way.schema);
  });
});

it('covers calls with two ids', () => {
  expect(calls.length).toBeGreaterThan(3);
});
