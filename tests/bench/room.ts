import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { makeChannel, makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { textOf } from '@tandem/shared/message/parts';
import { WebSocket } from 'ws';
import { now, stampsIn } from './stamps.ts';
import { connectPerson } from './subscriber.ts';
import { type BenchRow, ms, quantile, ratio } from './table.ts';
import { cpuSeconds } from './watchers.ts';
import { STAMPS, type World } from './world.ts';

const PEOPLE = 100;
const WRITERS = 10;
/** Milliseconds between a page's typing signals. */
const TYPING_EVERY_MS = 2_000;

interface Heard {
  /** For each token, milliseconds until the last person received it. */
  delays: number[];
  /** Seconds of the processor in all. */
  cpu: number;
}

/**
 * A channel with a hundred people, ten of them typing, while an assistant answers; compared with a bare
 * fan-out of the same.
 */
export async function measureRoom(world: World): Promise<BenchRow[]> {
  const modelId = await stampModel(world);
  // One person first: the difference is the cost of the others.
  const alone = await inTandem(world, modelId, 1);
  const room = await inTandem(world, modelId, PEOPLE);
  const bareAlone = await inBareRoom(world, 1);
  const bareRoom = await inBareRoom(world, PEOPLE);
  const seconds = (STAMPS.tokens * STAMPS.everyMs) / 1000;
  const share = ({ cpu }: Heard) => `${((cpu / seconds) * 100).toFixed(0)} %`;
  const each = (all: Heard, one: Heard) => ((all.cpu - one.cpu) * 1e6) / ((PEOPLE - 1) * STAMPS.tokens);
  const what = `room of ${PEOPLE}, ${WRITERS} writing`;
  const delayRow = (name: string, quantileOf: number): BenchRow => {
    const [ours, raw] = [quantile(room.delays, quantileOf), quantile(bareRoom.delays, quantileOf)];
    return {
      what: `${what}: token to all, ${name}`,
      ours: ms(ours),
      against: `bare fan-out: ${ms(raw)}`,
      ratio: `+${ms(ours - raw)}`,
    };
  };
  return [
    delayRow('p50', 0.5),
    delayRow('p99', 0.99),
    {
      what: `${what}: processor at ${Math.round(1000 / STAMPS.everyMs)} tokens/s`,
      ours: share(room),
      against: `bare fan-out: ${share(bareRoom)}`,
      ratio: ratio(room.cpu, bareRoom.cpu),
    },
    {
      what: `${what}: each more watcher, per token`,
      ours: `${each(room, alone).toFixed(0)} µs`,
      against: `bare fan-out: ${each(bareRoom, bareAlone).toFixed(0)} µs`,
      ratio: ratio(each(room, alone), each(bareRoom, bareAlone)),
    },
  ];
}

/** Gathers from many people when each token came to the last of them. */
class Arrivals {
  private readonly latest = new Map<number, number>();

  /** @returns a consumer of one person's stream; a token counts when they receive it first */
  person(): (text: string) => void {
    const seen = new Set<number>();
    return (text) => {
      const time = now();
      for (const stamp of stampsIn(text)) {
        if (seen.has(stamp)) continue;
        seen.add(stamp);
        this.latest.set(stamp, Math.max(this.latest.get(stamp) ?? 0, time));
      }
    };
  }

  delays(): number[] {
    if (this.latest.size < STAMPS.tokens) throw new Error(`only ${this.latest.size} tokens came`);
    return [...this.latest].map(([sent, came]) => came - sent);
  }
}

async function inTandem(world: World, modelId: string, count: number): Promise<Heard> {
  const { database, appId, people, server } = world;
  const creatorId = people[0]?.userId ?? 0;
  const { id: channelId } = await makeChannel(database.db, { appId, creatorId, name: 'Room' });
  const arrivals = new Arrivals();
  const ended = Promise.withResolvers<void>();
  const room = await Promise.all(
    people.slice(0, count).map(async ({ token }, i) => {
      const person = connectPerson(server.url, token);
      const hear = arrivals.person();
      await person.watch(channelId, (event) => {
        hear(newTextOf(event));
        if (i === 0 && hasEnded(event)) ended.resolve();
      });
      return person;
    }),
  );
  const writers = room.slice(-Math.min(WRITERS, count - 1));
  const say = () => {
    for (const { trpc } of count > 1 ? writers : [])
      trpc.channel.typing.mutate({ channelId, typing: true }).catch(() => {});
  };
  const before = await cpuSeconds(server.url);
  say();
  const typing = setInterval(say, TYPING_EVERY_MS);
  await room[0]?.trpc.message.send.mutate({ channelId, text: 'Go on', modelId });
  await ended.promise;
  clearInterval(typing);
  const cpu = (await cpuSeconds(server.url)) - before;
  for (const person of room) person.close();
  return { delays: arrivals.delays(), cpu };
}

/** The text that an event brings, new or not. */
function newTextOf(event: ChannelLiveEvent): string {
  if (event.type === 'delta')
    return event.changes
      .map((change) => (change.op === 'append' ? change.text : textOf([change.part])))
      .join('');
  if (event.type !== 'messages') return '';
  return event.messages.map(({ role, parts }) => (role === 'assistant' ? textOf(parts) : '')).join('');
}

function hasEnded(event: ChannelLiveEvent): boolean {
  return (
    event.type === 'messages' &&
    event.messages.some(({ role, status }) => role === 'assistant' && status !== 'running')
  );
}

async function inBareRoom({ stamps }: World, count: number): Promise<Heard> {
  const child = fork(path.join(import.meta.dirname, 'fan-out.ts'), [stamps.url]);
  const told = async (key: string): Promise<number> => {
    for (;;) {
      const [message] = (await once(child, 'message')) as [Record<string, number>];
      if (key in message) return message[key] as number;
    }
  };
  const port = await told('port');
  const arrivals = new Arrivals();
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      const hear = arrivals.person();
      socket.on('message', (data) => hear(JSON.parse(String(data)).text));
      await once(socket, 'open');
      return socket;
    }),
  );
  const cpuNow = () => {
    const answer = told('cpu');
    child.send('cpu');
    return answer;
  };
  const before = await cpuNow();
  const done = told('done');
  child.send('go');
  await done;
  const cpu = (await cpuNow()) - before;
  // The last token is still on its way to this process.
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const socket of sockets) socket.close();
  child.kill();
  return { delays: arrivals.delays(), cpu };
}

async function stampModel({ database: { db }, stamps, teamId }: World): Promise<string> {
  const provider = await makeProvider(db, { apiHost: stamps.url, teamId });
  const model = await makeModel(db, { providerId: provider.id, modelId: 'stamps' });
  return model.id;
}
