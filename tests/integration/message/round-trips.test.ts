import pg from 'pg';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Conversation, openConversation, stored, useOwnTalkingServer } from './conversation.ts';

/** Round trips to the database between a message's arrival and the request to the provider. */
const MOST = 8;

/** Statements that one connection was sent without waiting in between. */
interface Trip {
  statements: string[];
  sentAt: number;
  answeredAt: number;
}

const server = useOwnTalkingServer();
let talk: Conversation;

beforeAll(async () => {
  talk = await openConversation(server, { name: 'Named', tools: ['calculator'] });
  // Watchers' reads run beside the turn.
  await talk.close();
});
afterEach(() => vi.restoreAllMocks());

/** Records what every connection to this server's database sends; other servers of this process go on beside it. */
function recordTrips(): Trip[] {
  const trips: Trip[] = [];
  const open = new Map<unknown, { trip: Trip; unanswered: number }>();
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (!server.platform.database.url.includes(`/${this.database}`)) return query.apply(this, args);
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : String(Reflect.get(Object(asked), 'text'));
    const trip = open.get(this)?.trip ?? {
      statements: [],
      sentAt: performance.now(),
      answeredAt: Number.POSITIVE_INFINITY,
    };
    if (trip.statements.length === 0) trips.push(trip);
    trip.statements.push(text.replace(/\s+/g, ' ').trim().slice(0, 100));
    const going = open.get(this) ?? { trip, unanswered: 0 };
    open.set(this, going);
    going.unanswered += 1;
    const answered = () => {
      trip.answeredAt = performance.now();
      going.unanswered -= 1;
      if (going.unanswered === 0) open.delete(this);
    };
    const result = query.apply(this, args);
    Promise.resolve(result).then(answered, answered);
    return result;
  } as typeof pg.Client.prototype.query);
  return trips;
}

/** The most trips of which each was sent after the one before it had been answered. */
function oneAfterTheOther(trips: readonly Trip[]): Trip[] {
  const chain: Trip[] = [];
  for (const trip of trips.toSorted((a, b) => a.answeredAt - b.answeredAt))
    if (trip.sentAt >= (chain.at(-1)?.answeredAt ?? 0)) chain.push(trip);
  return chain;
}

async function tripsOfOneMessage(text: string): Promise<Trip[]> {
  const trips = recordTrips();
  const requested = Promise.withResolvers<number>();
  const { requests } = server.provider;
  vi.spyOn(requests, 'push').mockImplementation((...added) => {
    requested.resolve(performance.now());
    return Array.prototype.push.apply(requests, added);
  });
  const { messages } = await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text });
  const until = await requested.promise;
  vi.restoreAllMocks();
  const answerId = messages.at(-1)?.id ?? '';
  await expect.poll(async () => (await stored(server, answerId)).status).toBe('done');
  // Jobs and events have connections of their own, which nobody waits for.
  return trips.filter(
    ({ sentAt, statements }) => sentAt < until && !/pgboss|pg_notify/.test(statements.join()),
  );
}

it(`asks the database at most ${MOST} times before it asks the provider`, async () => {
  const counted: Trip[][] = [];
  // Leases are looked after now and then: the fewest of several are what a message needs.
  for (let n = 0; n < 4; n++) counted.push(oneAfterTheOther(await tripsOfOneMessage(`Question ${n}`)));
  const fewest = counted.toSorted((a, b) => a.length - b.length)[0] ?? [];
  const told = fewest.map(({ statements }) => statements.join('\n  ')).join('\n');
  expect(fewest.length, told).toBeLessThanOrEqual(MOST);
  // Requests are counted: the first one that writes stores a message.
  expect(told).toContain('insert into "message"');
});
