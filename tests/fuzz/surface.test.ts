import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requestFor } from '../contract/samples.ts';
import { named, type ProcedureWay, procedures, type RowWay, rows, writes } from '../contract/surface.ts';
import { type Answer, type Api, isObject } from '../running/api.ts';
import { atDepth, isFullDepth } from '../running/depth.ts';
import { type Person, signUp } from '../running/people.ts';
import { makePlace, type Place } from '../running/sample-data.ts';
import { closeDatabase, database, mailbox, sharedServer, stranger } from '../running/shared-server.ts';
import { nearObject } from './inputs.ts';

/** Tries for one way in. The seed is fixed, so that a failure comes again; another finds other inputs. */
const numRuns = atDepth(10, 40);
const seed = Number(process.env.FUZZ_SEED ?? 20_251_121);

let person: Person;
let place: Place;
beforeAll(async () => {
  person = await signUp(sharedServer.url, mailbox, 'fuzz@example.test', 'Fuzz');
});
afterAll(closeDatabase);

/** A place of its own for each way in that may have changed the one before. */
let isChanged = true;
async function placeFor(way: ProcedureWay | RowWay): Promise<void> {
  if (isChanged) place = await makePlace(database(), sharedServer.sample.shared.teamId, person.id, 'private');
  isChanged = writes(way);
}

afterEach(async () => {
  expect((await stranger.get('/healthz')).status).toBe(200);
});

/** Never an internal error, never a stack, always JSON that says what was wrong. */
function expectSober(answer: Answer): void {
  const seen = `${answer.status} ${answer.text.slice(0, 400)}`;
  expect(answer.status < 500 || answer.status === 512, seen).toBe(true);
  expect(answer.text, seen).not.toMatch(/node_modules|at \S+ \(|\.ts:\d+/);
  if (answer.status >= 400) expect(isObject(answer.body), seen).toBe(true);
}

/** The same of each call of a batch. */
function expectAllSober({ text, body, ...answer }: Answer, count: number): void {
  const bodies = body as { error?: { json: { data: { httpStatus: number } } } }[];
  expect(bodies, text.slice(0, 400)).toHaveLength(count);
  for (const each of bodies)
    expectSober({
      ...answer,
      status: each.error?.json.data.httpStatus ?? 200,
      text: JSON.stringify(each),
      body: each,
    });
}

// Outside the team there would be nothing left to try.
const calls = procedures.filter((way) => way.type !== 'subscription' && way.name !== 'team.leave');

/**
 * Checks that each input gets a proper response. They are sent together; if one fails, they are retried one
 * by one, so that the smallest failing input is reported.
 */
async function allSober<Input>(
  inputs: fc.Arbitrary<Input>,
  runs: number,
  ask: (input: Input) => Promise<Answer>,
  askTogether?: (tried: Input[]) => Promise<void>,
): Promise<void> {
  async function isSober(input: Input) {
    const answer = await ask(input);
    if (answer.status !== 302) expectSober(answer);
  }
  const tried = fc.sample(inputs, { numRuns: runs, seed });
  const all = askTogether?.(tried) ?? Promise.all(tried.map(isSober));
  const [together] = await Promise.allSettled([all]);
  if (together.status === 'fulfilled') return;
  await fc.assert(fc.asyncProperty(inputs, isSober), { numRuns: runs, seed });
  throw together.reason;
}

describe('no input to a procedure causes an internal error', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    await placeFor(way);
    // Serialised by hand: superjson refuses some keys before they are sent.
    const isMutation = way.type === 'mutation';
    const ask = (input: unknown) =>
      callProcedure(person.api, isMutation, way.name, JSON.stringify({ json: input }));
    const askBatch = async (inputs: unknown[]) => {
      const names = inputs.map(() => way.name).join(',');
      const raw = JSON.stringify(Object.fromEntries(inputs.map((json, at) => [at, { json }])));
      const answer = await callProcedure(person.api, isMutation, names, raw, '&batch=1');
      expectAllSober(answer, inputs.length);
    };
    // Inputs of queries travel in the address, which has no room for many.
    const isAlone = isFullDepth || !isMutation;
    await allSober(nearObject(way.schema, place), numRuns, ask, isAlone ? undefined : askBatch);
  });

  it.each(named(calls))('%s with any JSON at all', async (_name, way) => {
    await allSober(fc.tuple(fc.json(), fc.json()), atDepth(2, 15), ([json, meta]) => {
      const raw = `{"json":${json},"meta":${meta}}`;
      return callProcedure(person.api, way.type === 'mutation', way.name, raw);
    });
  });
});

function callProcedure(
  api: Api,
  isMutation: boolean,
  name: string,
  raw: string,
  query = '',
): Promise<Answer> {
  return isMutation
    ? api.call('POST', `/api/${name}?${query}`, { raw, headers: { 'content-type': 'application/json' } })
    : api.call('GET', `/api/${name}?${new URLSearchParams({ input: raw })}${query}`);
}

describe('no request to a row causes an internal error', () => {
  // Signing out would end the session that asks.
  const others = rows.filter((way) => way.row.path !== '/api/user/logout');
  it.each(named(others))('%s', async (_name, way) => {
    await placeFor(way);
    await allSober(nearObject(way.schema, place), atDepth(5, 40), (input) => {
      const { path, body } = requestFor(way, input);
      return person.api.call(way.row.verb, path, { body });
    });
  });
});

describe('no path causes an internal error', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'channel',
      'user',
      '..',
      '.',
      '%2e%2e',
      '%00',
      '%ff',
      '-',
      '*',
      '',
      'static',
      'locales',
      'en',
    ),
    fc.string({ maxLength: 12 }).map(encodeURIComponent),
  );
  it('whatever its segments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 6 }),
        fc.string({ maxLength: 20 }),
        async (parts, query) => {
          const answer = await stranger.get(
            `/${parts.join('/')}?${encodeURI(query.replaceAll(/[#\uD800-\uDFFF]/g, ''))}`,
          );
          expect(answer.status < 500, `${parts.join('/')}: ${answer.status}`).toBe(true);
        },
      ),
      { numRuns: atDepth(100, 200), seed, endOnFailure: true },
    );
  });
});
