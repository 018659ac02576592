import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../running/api.ts';
import type { Place } from '../running/sample-data.ts';
import { as, closeDatabase, placeOf, sharedServer, stranger } from '../running/shared-server.ts';
import { expectProcedureRefusal, expectRefusal } from './expect.ts';
import { isPlaceId, sampleOf, takesObject } from './samples.ts';
import { type JsonSchema, named, needsPerson, type ProcedureWay, procedures } from './surface.ts';

let place: Place;
beforeAll(async () => {
  place = await placeOf('owner');
});
afterAll(closeDatabase);

const calls = procedures.filter((way) => way.type !== 'subscription');
const mutations = procedures.filter((way) => way.type === 'mutation');
const json = { 'content-type': 'application/json' };

/** A call without a client, so that any input can be sent. */
function send(api: Api, way: ProcedureWay, input: unknown) {
  return sendRaw(api, way, JSON.stringify(superjson.serialize(input)));
}
function sendRaw(api: Api, way: ProcedureWay, raw: string) {
  return way.type === 'mutation'
    ? api.call('POST', `/api/${way.name}`, { raw, headers: json })
    : api.call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`);
}

describe('a procedure for signed-in people refuses strangers', () => {
  it.each(named(calls.filter(needsPerson)))('%s', async (_name, way) => {
    expectProcedureRefusal(await send(stranger, way, sampleOf(way.schema, place)), [401]);
  });
});

describe('mutations accept POST only, queries GET only', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    const wrong = way.type === 'mutation' ? 'GET' : 'POST';
    const raw = JSON.stringify(superjson.serialize(sampleOf(way.schema, place)));
    const answer =
      wrong === 'GET'
        ? await as('owner').call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`)
        : await as('owner').call('POST', `/api/${way.name}`, { raw, headers: json });
    expectProcedureRefusal(answer, [405]);
  });
});

describe('broken input is refused', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    for (const raw of ['{', '\0', '{"json":', 'undefined'])
      expectProcedureRefusal(await sendRaw(as('owner'), way, raw), [400]);
    for (const input of [null, [], 'text', 12, true, { nobodyKnowsThis: 1 }, new Map(), new Set([1])])
      if ((way.schema.required ?? []).length > 0 || (input !== null && Object.keys(input).length > 0))
        expectProcedureRefusal(await send(as('owner'), way, input), [400]);
  });
});

describe('unknown keys are refused', () => {
  it.each(named(mutations))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    for (const extra of ['id', 'teamId', 'role', 'creatorId', 'createdAt', 'isAdmin'])
      if (!(extra in (way.schema.properties ?? {})))
        expectProcedureRefusal(await send(as('owner'), way, { ...sample, [extra]: 1 }), [400]);
  });
});

const takesAnyKey = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && properties === undefined;

// By another person than above and below, for one may make 6,000 calls a minute.
describe('values of another type are refused', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    // An empty Date or Map is an object without keys, so it is another type only where none is asked for.
    for (const [name, schema] of Object.entries(way.schema.properties ?? {}))
      for (const wrong of [
        ...(takesAnyKey(schema) ? [] : [{ $ne: null }]),
        [[]],
        ...(takesObject(schema) ? [1] : [new Date(0), new Map()]),
        Number.NaN,
      ])
        expectProcedureRefusal(await send(as('admin'), way, { ...sample, [name]: wrong }), [400]);
  });
});

// Stands before the many calls that follow: one person may make 6,000 a minute, and all here make more.
describe('missing and foreign ids are refused', () => {
  const addressed = calls.filter((way) => (way.schema.required ?? []).some(isPlaceId));
  it.each(named(addressed))('%s', async (_name, way) => {
    expectProcedureRefusal(
      await send(as('owner'), way, sampleOf(way.schema, sharedServer.sample.foreign)),
      [404],
    );
  });
});

describe('superjson’s own notation can’t reach prototypes', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    const sample = JSON.stringify(sampleOf(way.schema, place));
    for (const values of [
      '{"__proto__.polluted":["Date"]}',
      '{"constructor.prototype.polluted":["undefined"]}',
      '{"__proto__":[["class","Object"]]}',
      '{"a.b.c":["regexp"]}',
      '["map",["set"]]',
      '{"":["custom","nobody"]}',
    ]) {
      const answer = await sendRaw(as('owner'), way, `{"json":${sample},"meta":{"values":${values}}}`);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
    const referential = `{"json":${sample},"meta":{"referentialEqualities":{"__proto__":["polluted"]}}}`;
    expect((await sendRaw(as('owner'), way, referential)).status).toBeLessThan(500);
    const own = `{"json":{"__proto__":{"polluted":true}}}`;
    expect((await sendRaw(as('owner'), way, own)).status).toBeLessThan(500);
  });
});

describe('batches', () => {
  it('of more than twenty calls are refused', async () => {
    const path = Array.from({ length: 21 }, () => 'system.setting').join(',');
    const answer = await stranger.get(`/api/${path}?batch=1&input=%7B%7D`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
  it('answer each call separately', async () => {
    const answer = await stranger.get('/api/system.setting,no.such,user.profile?batch=1&input=%7B%7D');
    const [setting, unknown] = answer.body as [{ result?: object }, { error?: { json: { data: object } } }];
    expect(setting.result).toBeDefined();
    expect(unknown.error?.json.data).toMatchObject({ httpStatus: 404 });
  });
});

it('with an oversized body are refused', async () => {
  const [way] = mutations;
  if (!way) throw new Error('no mutation exists');
  const raw = `{"json":{"name":"${'x'.repeat(8_000_000)}"}}`;
  // Refused before tRPC reads it, so in the envelope.
  expectRefusal(await sendRaw(as('owner'), way, raw), [413]);
});
