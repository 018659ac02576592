import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api } from '../running/api.ts';
import { atDepth, isFullDepth } from '../running/depth.ts';
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

/** Most calls that the server takes in one batch. */
const BATCH = 20;

/** A call without a client, so that any input can be sent. */
function send(api: Api, way: ProcedureWay, input: unknown) {
  return sendRaw(api, way, JSON.stringify(superjson.serialize(input)));
}
function sendRaw(api: Api, way: ProcedureWay, raw: string) {
  return way.type === 'mutation'
    ? api.call('POST', `/api/${way.name}`, { raw, headers: json })
    : api.call('GET', `/api/${way.name}?${new URLSearchParams({ input: raw })}`);
}

/** Sends each of the inputs: in batches, whose calls are answered separately, or alone at full depth. */
async function sendEach(api: Api, way: ProcedureWay, inputs: readonly unknown[]): Promise<Answer[]> {
  if (isFullDepth) return Promise.all(inputs.map((input) => send(api, way, input)));
  const answers: Answer[] = [];
  for (let from = 0; from < inputs.length; from += BATCH)
    answers.push(...(await sendBatch(api, way, inputs.slice(from, from + BATCH))));
  return answers;
}

async function sendBatch(api: Api, way: ProcedureWay, inputs: readonly unknown[]): Promise<Answer[]> {
  const path = `/api/${inputs.map(() => way.name).join(',')}?batch=1`;
  const raw = JSON.stringify(Object.fromEntries(inputs.map((input, at) => [at, superjson.serialize(input)])));
  const answer =
    way.type === 'mutation'
      ? await api.call('POST', path, { raw, headers: json })
      : await api.call('GET', `${path}&${new URLSearchParams({ input: raw })}`);
  const bodies = answer.body as { error?: { json: { data: { httpStatus: number } } } }[];
  expect(bodies, answer.text.slice(0, 300)).toHaveLength(inputs.length);
  return bodies.map((body) => ({
    ...answer,
    status: body.error?.json.data.httpStatus ?? 200,
    text: JSON.stringify(body),
    body,
  }));
}

/** Of what is read before a procedure is looked at, the same for all: one for each procedure in turn, or every one. */
const inTurn = <T>(cases: readonly T[], way: ProcedureWay): readonly T[] =>
  atDepth([cases[calls.indexOf(way) % cases.length] as T], cases);

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
    for (const raw of inTurn(['{', '\0', '{"json":', 'undefined'], way))
      expectProcedureRefusal(await sendRaw(as('owner'), way, raw), [400]);
    const inputs = [null, [], 'text', 12, true, { nobodyKnowsThis: 1 }, new Map(), new Set([1])].filter(
      (input) => (way.schema.required ?? []).length > 0 || (input !== null && Object.keys(input).length > 0),
    );
    for (const answer of await sendEach(as('owner'), way, inputs)) expectProcedureRefusal(answer, [400]);
  });
});

describe('unknown keys are refused', () => {
  it.each(named(mutations))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    const extras = ['id', 'teamId', 'role', 'creatorId', 'createdAt', 'isAdmin'].filter(
      (extra) => !(extra in (way.schema.properties ?? {})),
    );
    const inputs = extras.map((extra) => ({ ...sample, [extra]: 1 }));
    for (const answer of await sendEach(as('owner'), way, inputs)) expectProcedureRefusal(answer, [400]);
  });
});

const takesAnyKey = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && properties === undefined;

// By another person than above and below, for one may make 6,000 calls a minute.
describe('values of another type are refused', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    const sample = sampleOf(way.schema, place);
    // An empty Date or Map is an object without keys, so it is another type only where none is asked for.
    const inputs = Object.entries(way.schema.properties ?? {}).flatMap(([name, schema]) =>
      [
        ...(takesAnyKey(schema) ? [] : [{ $ne: null }]),
        [[]],
        ...(takesObject(schema) ? [1] : [new Date(0), new Map()]),
        Number.NaN,
      ].map((wrong) => ({ ...sample, [name]: wrong })),
    );
    for (const answer of await sendEach(as('admin'), way, inputs)) expectProcedureRefusal(answer, [400]);
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
    const values = [
      '{"__proto__.polluted":["Date"]}',
      '{"constructor.prototype.polluted":["undefined"]}',
      '{"__proto__":[["class","Object"]]}',
      '{"a.b.c":["regexp"]}',
      '["map",["set"]]',
      '{"":["custom","nobody"]}',
    ];
    const inputs = [
      ...values.map((named) => `{"json":${sample},"meta":{"values":${named}}}`),
      `{"json":${sample},"meta":{"referentialEqualities":{"__proto__":["polluted"]}}}`,
      `{"json":{"__proto__":{"polluted":true}}}`,
    ];
    for (const raw of inTurn(inputs, way)) {
      const answer = await sendRaw(as('owner'), way, raw);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
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
