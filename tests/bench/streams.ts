import { makeChannel } from '@tandem/db/testing/factories/index';
import { connectPerson } from './subscriber.ts';
import { type BenchRow, ms, perSecond, quantile, ratio } from './table.ts';
import type { World } from './world.ts';

const TOKENS = 400;
/** Milliseconds between two tokens of a paced stream: as fast as a good model writes. */
const PACE_MS = 20;
/** How a provider streams: as fast as it can, or paced. */
const QUESTIONS = [
  { streams: 1, name: '1 at once', question: `[[tokens ${TOKENS}]]` },
  { streams: 100, name: '100 at once', question: `[[tokens ${TOKENS}]]` },
  { streams: 100, name: '100 of 50/s', question: `[[tokens ${TOKENS}]] [[delay ${PACE_MS}]]` },
];

interface Streamed {
  /** Milliseconds from sending to the first token. */
  first: number;
  /** Milliseconds from sending to the last. */
  last: number;
}

/** From sending to what a subscriber receives, compared with reading the provider's stream directly. */
export async function measureStreams(world: World): Promise<BenchRow[]> {
  const modelId = await fakeModel(world);
  const rows: BenchRow[] = [];
  for (const { streams, name, question } of QUESTIONS) {
    const direct = await together(streams, () => readProvider(world.provider.url, question));
    // Those at once are made before; runs in turn get one each, so that no history grows.
    const channels = await Promise.all(
      Array.from({ length: streams === 1 ? 0 : streams }, () => channelOf(world)),
    );
    const ours = await together(streams, async (i) =>
      readTandem(world, channels[i] ?? (await channelOf(world)), i, { modelId, question }),
    );
    const first = (all: Streamed[]) =>
      quantile(
        all.map((each) => each.first),
        0.5,
      );
    const lasts = (all: Streamed[]) => all.map((each) => each.last);
    const rate = (all: Streamed[]) =>
      (streams * TOKENS * 1000) / (streams === 1 ? quantile(lasts(all), 0.5) : Math.max(...lasts(all)));
    rows.push(
      {
        what: `first token, ${name}`,
        ours: ms(first(ours)),
        against: `provider direct: ${ms(first(direct))}`,
        ratio: `+${ms(first(ours) - first(direct))}`,
      },
      {
        what: `tokens to a subscriber, ${name}`,
        ours: perSecond(rate(ours)),
        against: `provider direct: ${perSecond(rate(direct))}`,
        ratio: ratio(rate(ours), rate(direct)),
      },
    );
  }
  return rows;
}

/** The id of the fake provider's model. */
export async function fakeModel({ database: { db } }: World): Promise<string> {
  const model = await db
    .selectFrom('model')
    .innerJoin('provider', 'provider.id', 'model.providerId')
    .select('model.id')
    .where('provider.kind', '<>', 'offline')
    .where('model.kind', '=', 'chat')
    .where('model.modelId', '=', 'fake-text')
    .executeTakeFirstOrThrow();
  return model.id;
}

/** A new channel. @returns its id */
export async function channelOf({ database, appId, people }: World): Promise<string> {
  const creatorId = people[0]?.userId ?? 0;
  const channel = await makeChannel(database.db, { appId, creatorId, name: 'Bench' });
  return channel.id;
}

/** Unmeasured runs of a single stream first, so that both sides are warm. */
const WARMING = 200;
/** Runs of a single stream, one after another, since one alone says little. */
const SINGLE_RUNS = 50;

async function together(streams: number, run: (i: number) => Promise<Streamed>): Promise<Streamed[]> {
  const inTurn = async (times: number) => {
    const all: Streamed[] = [];
    for (let n = 0; n < times; n += 1) all.push(await run(0));
    return all;
  };
  if (streams > 1) {
    await run(0);
    return Promise.all(Array.from({ length: streams }, (_, i) => run(i)));
  }
  await inTurn(WARMING);
  return inTurn(SINGLE_RUNS);
}

async function readProvider(url: string, question: string): Promise<Streamed> {
  const began = performance.now();
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'fake-text',
      stream: true,
      messages: [{ role: 'user', content: question }],
    }),
  });
  let first = 0;
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? [])
    if (first === 0 && decoder.decode(bytes, { stream: true }).includes('"content":"'))
      first = performance.now() - began;
  return { first, last: performance.now() - began };
}

/** Asks in a channel as the i-th person, and watches the answer. */
export async function readTandem(
  world: World,
  channelId: string,
  i: number,
  { modelId, question }: { modelId: string; question: string },
): Promise<Streamed> {
  const person = connectPerson(world.server.url, world.people[i % world.people.length]?.token ?? '');
  const result = Promise.withResolvers<Streamed>();
  let began = Number.POSITIVE_INFINITY;
  let first = 0;
  const stop = await person.watch(channelId, (event) => {
    if (event.type === 'delta' && first === 0) first = performance.now() - began;
    if (event.type !== 'messages') return;
    const answer = event.messages.find((message) => message.role === 'assistant');
    if (answer && answer.status !== 'running' && performance.now() > began)
      result.resolve({ first: first || performance.now() - began, last: performance.now() - began });
  });
  began = performance.now();
  await person.trpc.message.send.mutate({ channelId, text: question, modelId });
  const streamed = await result.promise;
  stop();
  person.close();
  return streamed;
}
