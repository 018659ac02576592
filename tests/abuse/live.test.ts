import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import superjson from 'superjson';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { liveFor, until } from '../running/live.ts';
import { type Person, signUp } from '../running/people.ts';
import { as, closeDatabase, database, mailbox, placeOf, sharedServer } from '../running/shared-server.ts';

afterAll(closeDatabase);

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

let people = 0;
const newcomer = (): Promise<Person> =>
  signUp(sharedServer.url, mailbox, `live${people++}.${process.pid}@example.test`, 'Someone');

/** Subscribes to a channel over the WebSocket. */
function watch(token: string, channelId: string) {
  const live = liveFor(sharedServer.url, { authorization: `Bearer ${token}` });
  open.push(live);
  const seen: { events: { type: string }[]; error: unknown; ended: boolean } = {
    events: [],
    error: null,
    ended: false,
  };
  live.client.live.channel.subscribe(
    { channelId },
    {
      onData: (event) => seen.events.push((event as { data: { type: string } }).data),
      onError: (error) => {
        seen.error = error;
      },
      onStopped: () => {
        seen.ended = true;
      },
      onComplete: () => {
        seen.ended = true;
      },
    },
  );
  return { ...live, seen };
}

/**
 * Subscribes to a channel by server-sent events.
 * @returns the events, and whether the stream has ended
 */
async function listen(token: string, channelId: string, headers: Record<string, string> = {}) {
  const aborted = new AbortController();
  open.push({ close: () => aborted.abort() });
  const input = JSON.stringify(superjson.serialize({ channelId }));
  const response = await fetch(`${sharedServer.url}/api/live.channel?${new URLSearchParams({ input })}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: aborted.signal,
  });
  const seen = { text: '', ended: false };
  const reading = async () => {
    for await (const chunk of response.body ?? []) seen.text += Buffer.from(chunk as Uint8Array).toString();
  };
  void reading().then(
    () => {
      seen.ended = true;
    },
    () => {
      seen.ended = true;
    },
  );
  return { status: response.status, seen };
}

const refusal = (error: unknown) => (error as { data?: { httpStatus?: number } } | null)?.data?.httpStatus;

describe('a stream opens only with access', () => {
  it.each(['member', 'guest', 'other', 'admin'] as const)('not for the %s, over the socket', async (role) => {
    const { seen } = watch(sharedServer.sample.people[role].token, sharedServer.sample.closed.channelId);
    await until('the subscription is refused', () => seen.error);
    expect(refusal(seen.error)).toBe(404);
    expect(seen.events).toEqual([]);
  });
  it.each(['member', 'guest', 'other', 'admin'] as const)(
    'not for the %s, by server-sent events',
    async (role) => {
      const { seen, status } = await listen(
        sharedServer.sample.people[role].token,
        sharedServer.sample.closed.channelId,
      );
      if (status === 200) await until('the stream says why', () => seen.text.includes('404') || seen.ended);
      expect(seen.text).not.toContain('An answer');
    },
  );
  it('not by the id of an event sent to someone else', async () => {
    const headers = { 'last-event-id': '1' };
    const { seen } = await listen(
      sharedServer.sample.people.other.token,
      sharedServer.sample.closed.channelId,
      headers,
    );
    await until('the stream has said something', () => seen.text !== '' || seen.ended);
    expect(seen.text).not.toMatch(/A question|An answer/);
  });
  it('for a viewer', async () => {
    const { seen } = watch(sharedServer.sample.people.viewer.token, sharedServer.sample.closed.channelId);
    await until('the messages come', () => seen.events.some(({ type }) => type === 'messages'));
  });
});

describe('a stream ends within five seconds of losing access', () => {
  it.each(['socket', 'events'] as const)('when a grant is taken away: %s', async (carrier) => {
    const place = await placeOf('owner');
    const person = await newcomer();
    const grant = { targetId: place.appId, teamId: place.teamId, userId: person.id, level: levelRank.view };
    await makeGrant(database(), grant);
    const stream =
      carrier === 'socket'
        ? watch(person.token, place.channelId)
        : await listen(person.token, place.channelId);
    const { seen } = stream;
    await until('the stream is open', () =>
      'events' in seen ? seen.events.length > 0 : seen.text.includes('messages'),
    );
    await database().deleteFrom('grant').where('userId', '=', person.id).execute();
    await until(
      'the stream ends',
      () =>
        seen.ended ||
        ('events' in seen ? seen.events.some(({ type }) => type === 'gone') : seen.text.includes('gone')),
      6_000,
    );
    const before = 'events' in seen ? seen.events.length : seen.text.length;
    await as('owner').trpc.message.send.mutate({ channelId: place.channelId, text: 'A secret' });
    await until('the answer is done', async () => {
      const { list } = await as('owner').trpc.message.list.query({ channelId: place.channelId });
      return list.at(-1)?.status === 'done';
    });
    expect(
      'events' in seen ? JSON.stringify(seen.events.slice(before)) : seen.text.slice(before),
    ).not.toContain('secret');
  });

  it('when the person is suspended: socket, events, cookie and bearer alike', async () => {
    const person = await newcomer();
    const socket = watch(person.token, sharedServer.sample.shared.channelId);
    const events = await listen(person.token, sharedServer.sample.shared.channelId);
    await until(
      'both are open',
      () => socket.seen.events.length > 0 && events.seen.text.includes('messages'),
    );
    await database()
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', person.id)
      .execute();
    await until('the socket closes', () => socket.closed() !== null, 6_000);
    await until('the events end', () => events.seen.ended, 6_000);
    expect((await person.api.get('/api/user/profile')).status).toBe(401);
    const cookie = await person.api.call('GET', '/api/user/profile', {
      headers: { authorization: '', cookie: `tandem_session=${person.token}` },
    });
    expect(cookie.status).toBe(401);
  });

  it('when the person signs out', async () => {
    const person = await newcomer();
    const socket = watch(person.token, sharedServer.sample.shared.channelId);
    const events = await listen(person.token, sharedServer.sample.shared.channelId);
    await until(
      'both are open',
      () => socket.seen.events.length > 0 && events.seen.text.includes('messages'),
    );
    await person.api.get('/api/user/logout');
    await until('both end', () => socket.closed() !== null && events.seen.ended, 6_000);
  });
});

describe('the socket', () => {
  const cookie = `tandem_session=${sharedServer.sample.people.owner.token}`;
  const refused: [string, Record<string, string>][] = [
    ['without a session', {}],
    ['with a token that is none', { authorization: 'Bearer a.b.c' }],
    ['with a cookie from a foreign page', { cookie, origin: 'https://evil.test' }],
  ];
  it.each(refused)('is refused at its upgrade %s', async (_label, headers) => {
    const live = liveFor(sharedServer.url, headers);
    open.push(live);
    expect([401, 403]).toContain(await until('the upgrade is refused', () => live.refused()));
  });

  it('carries no query or mutation', async () => {
    const live = liveFor(sharedServer.url, {
      authorization: `Bearer ${sharedServer.sample.people.owner.token}`,
    });
    open.push(live);
    const { channelId } = sharedServer.sample.shared;
    await expect(live.client.message.send.mutate({ channelId, text: 'By socket' })).rejects.toMatchObject({
      data: { httpStatus: 405 },
    });
    await expect(live.client.user.profile.query()).rejects.toMatchObject({ data: { httpStatus: 405 } });
  });

  it('survives garbage, and closes on messages that are too large', async () => {
    const headers = { authorization: `Bearer ${sharedServer.sample.people.owner.token}` };
    for (const payload of [
      '',
      '{',
      '[]',
      'null',
      '{"id":1}',
      '[{"id":null,"method":"x"}]',
      '{"id":1,"method":"subscription","params":{"path":"live.channel","input":{"json":{"__proto__":{"a":1}}}}}',
      'x'.repeat(70_000),
    ]) {
      const socket = new WebSocket(`${sharedServer.url.replace('http', 'ws')}/api/live`, { headers });
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(payload);
      socket.send('PING');
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.once('message', resolve);
      });
      socket.terminate();
    }
    expect((await as('owner').get('/api/user/profile')).status).toBe(200);
  });
});
