import {
  makeBudget,
  makeChannel,
  makeColleague,
  makeModel,
  makeProvider,
} from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileProvider, type Script, startHostileProvider } from '../../abuse/hostile-provider.ts';
import { apiFor } from '../../running/api.ts';
import { atDepth } from '../../running/depth.ts';
import { until } from '../../running/live.ts';
import { createDatabase } from '../harness/databases.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';

/** One micro-credit a token. */
const OUTPUT_PRICE = 1_000_000;
/** The most that an answer reserves ahead, in tokens, and at that price in micro-credits. */
const CHUNK = 1_500;
/** Latin letters and a space, estimated a little above one token. */
const WORD = 'abc ';
const LAST = 'the very last word';

/** Writes `words` words as fast as they are read, and says at the end that each was `told` tokens. */
const answerOf =
  (words: number, told: number): Script =>
  (out, delta) => {
    let written = 0;
    const go = (): void => {
      if (out.destroyed) return;
      while (written < words) {
        written += 1;
        if (!delta({ content: WORD }) && written < words) return void out.once('drain', go);
      }
      delta({ content: LAST }, { finish_reason: 'stop' });
      const usage = { prompt_tokens: 40, completion_tokens: Math.round(words * told), total_tokens: 1 };
      out.write(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'h', choices: [], usage })}\n\n`,
      );
      out.end('data: [DONE]\n\n');
    };
    go();
  };
const LENGTHS = [40, 700, 2_000, 4_000, 8_000];
const scripts = Object.fromEntries(
  LENGTHS.flatMap((words) => [0.5, 1, 1.1].map((told) => [`words-${words}-${told}`, answerOf(words, told)])),
);

let provider: HostileProvider;
let servers: OwnServer[];
let dispose: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  provider = await startHostileProvider(scripts);
  const settings = { providerPrivateHosts: ['127.0.0.1'] };
  const start = () => startTestServer({ settings, databaseUrl: database.url });
  servers = [await start(), await start()];
  dispose = async () => {
    await Promise.all(servers.map((server) => server.close()));
    await provider.close();
    await database.drop();
  };
});
afterAll(() => dispose?.());

/** How long a hundred answers may take on a busy machine, in milliseconds. */
const ENDED_MS = 180_000;

interface Place {
  team: Team;
  modelId: string;
  people: { id: number; token: string }[];
}

async function open(people: number): Promise<Place> {
  const [server] = servers as [OwnServer];
  const team = await openTeam(server);
  const { id: providerId } = await makeProvider(server.db, { apiHost: provider.url, teamId: team.team.id });
  const { id: modelId } = await makeModel(server.db, {
    providerId,
    modelId: 'hostile',
    inputPrice: 0,
    outputPrice: OUTPUT_PRICE,
  });
  await server.db.updateTable('assistant').set({ modelId }).where('id', '=', team.assistant.id).execute();
  const others = await Promise.all(
    Array.from({ length: people - 1 }, async () => {
      const { id } = await makeColleague(server.db, team.team.id);
      return { id, token: (await server.as(id)).token as string };
    }),
  );
  return { team, modelId, people: [{ id: team.owner.id, token: team.api.token as string }, ...others] };
}

/** Requests all these answers at once, over both servers; returns the outcome of each. */
async function askAll({ team, people }: Place, questions: readonly string[]) {
  const { db } = servers[0] as OwnServer;
  const channels = await Promise.all(
    questions.map(() => makeChannel(db, { appId: team.app.id, creatorId: team.owner.id, name: 'Named' })),
  );
  const asked = await Promise.allSettled(
    channels.map(({ id: channelId }, index) =>
      apiFor(
        servers[index % servers.length]?.url ?? '',
        people[index % people.length]?.token,
      ).trpc.message.send.mutate({ channelId, text: `<${questions[index]}>` }),
    ),
  );
  const ids = channels.map(({ id }) => id);
  const answers = () =>
    db
      .selectFrom('message')
      .select(['id', 'channelId', 'status', 'error', 'parts'])
      .where('channelId', 'in', ids)
      .where('role', '=', 'assistant')
      .execute();
  await until(
    'every answer has ended',
    async () => (await answers()).every(({ status }) => status !== 'running'),
    ENDED_MS,
  );
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.data.key] : []));
  expect(refused.filter((key) => key !== 'budgetSpent')).toEqual([]);
  return answers();
}

/** Invariants of budgets and answers, whatever was asked. */
async function expectHeld(place: Place, answers: Awaited<ReturnType<typeof askAll>>): Promise<void> {
  const { db } = servers[0] as OwnServer;
  const teamId = place.team.team.id;
  const budgets = await db.selectFrom('budget').selectAll().where('teamId', '=', teamId).execute();
  const usage = await db
    .selectFrom('usage')
    .select(['cost', 'userId', 'turnId'])
    .where('teamId', '=', teamId)
    .execute();
  for (const { scope, userId, amount, spent, reserved } of budgets) {
    const own = usage.filter((row) => scope !== 'user' || row.userId === userId);
    expect(reserved).toBe(0);
    expect(spent).toBe(own.reduce((sum, { cost }) => sum + cost, 0));
    expect(spent).toBeLessThanOrEqual(amount + own.length * CHUNK);
  }
  for (const { status, error, parts } of answers) {
    const isWhole = textOf(parts).endsWith(LAST);
    expect([status, isWhole, error?.key]).toEqual(
      isWhole ? ['done', true, undefined] : ['failed', false, 'budgetSpent'],
    );
  }
  await until('no stream of the provider is open', () => provider.open() === 0, 5_000);
}

describe('answers longer than their reservation', () => {
  it('twelve at once exceed a budget of 10,000 by less than a chunk each', async () => {
    const place = await open(1);
    const teamId = place.team.team.id;
    await makeBudget((servers[0] as OwnServer).db, { teamId, amount: 10_000, spent: 0 });
    const answers = await askAll(
      place,
      Array.from({ length: 12 }, () => 'words-4000-1'),
    );
    await expectHeld(place, answers);
    const cut = answers.filter(({ status }) => status === 'failed');
    expect(cut.length).toBeGreaterThan(0);
    // The text so far stays.
    expect(cut.some(({ parts }) => textOf(parts).includes(WORD))).toBe(true);
  });

  it('a hundred at once, of five people over two servers, keep every budget of team, app and person', {
    timeout: 2 * ENDED_MS,
  }, async () => {
    const place = await open(5);
    const { db } = servers[0] as OwnServer;
    const teamId = place.team.team.id;
    await makeBudget(db, { teamId, amount: 60_000 });
    await makeBudget(db, { teamId, appId: place.team.app.id, amount: 50_000, period: 'week' });
    for (const [index, { id }] of place.people.entries())
      if (index < 3) await makeBudget(db, { teamId, userId: id, amount: 8_000 * (index + 1), period: 'day' });
    const answers = await askAll(
      place,
      Array.from({ length: 100 }, (_, index) => `words-${LENGTHS[index % 3]}-1`),
    );
    await expectHeld(place, answers);
    expect(answers.some(({ status }) => status === 'done')).toBe(true);
  });

  it('whatever their number, lengths and counts', async () => {
    const question = fc.tuple(fc.constantFrom(...LENGTHS), fc.constantFrom(0.5, 1, 1.1));
    await fc.assert(
      fc.asyncProperty(
        fc.array(question, { minLength: 1, maxLength: 16 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.option(fc.integer({ min: 0, max: 20_000 })),
        async (questions, amount, own) => {
          const place = await open(2);
          const { db } = servers[0] as OwnServer;
          const teamId = place.team.team.id;
          await makeBudget(db, { teamId, amount });
          if (own !== null) await makeBudget(db, { teamId, userId: place.team.owner.id, amount: own });
          const names = questions.map(([words, told]) => `words-${words}-${told}`);
          await expectHeld(place, await askAll(place, names));
        },
      ),
      { numRuns: atDepth(3, 6) },
    );
  });

  it('one that finishes within the budget is complete, and its true cost is charged', async () => {
    const place = await open(1);
    const { db } = servers[0] as OwnServer;
    const { id } = await makeBudget(db, { teamId: place.team.team.id, amount: 6_000 });
    const answers = await askAll(place, ['words-2000-0.5']);
    expect(answers.map(({ status }) => status)).toEqual(['done']);
    const budget = await db.selectFrom('budget').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(budget).toMatchObject({ spent: 1_000, reserved: 0 });
  });
});
