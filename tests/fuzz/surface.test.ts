import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requestFor } from '../contract/samples.ts';
import { named, procedures, rows } from '../contract/surface.ts';
import { type Answer, type Api, isObject } from '../running/api.ts';
import { makePlace, type Place } from '../running/cast.ts';
import { atDepth } from '../running/depth.ts';
import { type Person, signUp } from '../running/people.ts';
import { closeDatabase, database, mailbox, stage, stranger } from '../running/stage.ts';
import { nearObject } from './inputs.ts';

/** Tries for one way in. The seed is fixed, so that a failure comes again; another finds other inputs. */
const numRuns = atDepth(10, 40);
const seed = Number(process.env.FUZZ_SEED ?? 20_251_121);

let person: Person;
let place: Place;
beforeAll(async () => {
  person = await signUp(stage.url, mailbox, 'fuzz@example.test', 'Fuzz');
});
afterAll(closeDatabase);

async function freshPlace(): Promise<void> {
  place = await makePlace(database(), stage.cast.shared.teamId, person.id, 'private');
}

afterEach(async () => {
  expect((await stranger.get('/healthz')).status).toBe(200);
});

/** Never our own failure, never a stack, always JSON that says what was wrong. */
function expectSober(answer: Answer): void {
  const seen = `${answer.status} ${answer.text.slice(0, 400)}`;
  expect(answer.status < 500 || answer.status === 512, seen).toBe(true);
  expect(answer.text, seen).not.toMatch(/node_modules|at \S+ \(|\.ts:\d+/);
  if (answer.status >= 400) expect(isObject(answer.body), seen).toBe(true);
}

// Outside the team there would be nothing left to try.
const calls = procedures.filter((way) => way.type !== 'subscription' && way.name !== 'team.leave');

describe('no input to a procedure is answered by a failure of ours', () => {
  it.each(named(calls))('%s', async (_name, way) => {
    await freshPlace();
    await fc.assert(
      fc.asyncProperty(nearObject(way.schema, place), async (input) => {
        // By hand: superjson's own serialiser refuses some keys before they leave.
        const raw = JSON.stringify({ json: input });
        expectSober(await callProcedure(person.api, way.type === 'mutation', way.name, raw));
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });

  it.each(named(calls))('%s with any JSON at all', async (_name, way) => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.json(), async (json, meta) => {
        const raw = `{"json":${json},"meta":${meta}}`;
        expectSober(await callProcedure(person.api, way.type === 'mutation', way.name, raw));
      }),
      { numRuns: atDepth(5, 15), seed, endOnFailure: true },
    );
  });
});

function callProcedure(api: Api, isMutation: boolean, name: string, raw: string): Promise<Answer> {
  return isMutation
    ? api.call('POST', `/api/${name}`, { raw, headers: { 'content-type': 'application/json' } })
    : api.call('GET', `/api/${name}?${new URLSearchParams({ input: raw })}`);
}

describe('no request to a row is answered by a failure of ours', () => {
  // Signing out would end the session that asks.
  const others = rows.filter((way) => way.row.path !== '/api/user/logout');
  it.each(named(others))('%s', async (_name, way) => {
    await freshPlace();
    await fc.assert(
      fc.asyncProperty(nearObject(way.schema, place), async (input) => {
        const { path, body } = requestFor(way, input);
        const answer = await person.api.call(way.row.verb, path, { body });
        if (answer.status !== 302) expectSober(answer);
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
});

describe('no path is answered by a failure of ours', () => {
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
