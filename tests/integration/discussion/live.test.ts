import type { Discussion } from '@tandem/shared/discussion/schema';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestServer, useServer, useServerBeside } from '../harness/server.ts';
import { type LiveSocket, openSocket } from '../live/follower.ts';
import { readEvents } from '../live/sse.ts';
import { openDocument, useDocument } from './fixture.ts';

const server = useServer();
const second = useServerBeside(server);
const fixture = useDocument(server);
const sockets: LiveSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
});

const until = (isTrue: () => boolean, timeout = 8_000) =>
  expect.poll(isTrue, { timeout, interval: 10 }).toBe(true);

/** Maintains a document's discussions as `live/events.ts` tells clients to. */
function follow(at: TestServer, token: string | null, revision?: number) {
  const socket = openSocket(at.url, token as string);
  sockets.push(socket);
  const held = new Map<string, Discussion>();
  const events: DocumentLiveEvent[] = [];
  socket.trpc.live.document.subscribe(
    { documentId: fixture.documentId, ...(revision !== undefined && { revision }) },
    {
      onData: ({ data }) => {
        events.push(data);
        if (data.type !== 'discussions') return;
        if (data.reset) held.clear();
        for (const id of data.removed) held.delete(id);
        for (const each of data.discussions)
          if (each.revision >= (held.get(each.id)?.revision ?? 0)) held.set(each.id, each);
      },
      onError: () => {},
    },
  );
  return { socket, held, events, isGone: () => events.some(({ type }) => type === 'gone') };
}

const begin = (text: string) =>
  fixture.api.trpc.discussion.create.mutate({ documentId: fixture.documentId, text });

describe('live.document', () => {
  it('sends events to everyone, on another server too, with their own abilities', async () => {
    await begin('Before');
    const other = await fixture.person();
    const mine = follow(server, fixture.api.token);
    const theirs = follow(second, other.api.token);
    await until(() => mine.held.size === 1 && theirs.held.size === 1);
    const { discussionId, commentId } = await begin('Now');
    await other.api.trpc.comment.create.mutate({ discussionId, text: 'Seen' });
    await other.api.trpc.comment.react.mutate({ commentId, emoji: '👀', on: true });
    await other.api.trpc.discussion.resolve.mutate({ discussionId });
    const isThere = ({ held }: ReturnType<typeof follow>) => {
      const found = held.get(discussionId);
      return found?.comments.length === 2 && found.resolvedAt !== null;
    };
    await until(() => isThere(mine) && isThere(theirs));
    expect(theirs.held.get(discussionId)?.comments[0]).toMatchObject({
      reactions: [{ emoji: '👀', mine: true }],
      abilities: { edit: false, remove: false },
    });
    expect(mine.held.get(discussionId)?.comments[0]).toMatchObject({
      reactions: [{ emoji: '👀', mine: false }],
      abilities: { edit: true, remove: true },
    });
    await fixture.api.trpc.discussion.remove.mutate({ discussionId });
    await until(() => !mine.held.has(discussionId) && !theirs.held.has(discussionId));
    expect(mine.held.size).toBe(1);
    expect(mine.events.filter((event) => event.type === 'discussions' && event.reset)).toHaveLength(1);
  });

  it('sends only missed events, to a client with a revision and to one that reconnects', async () => {
    const first = await begin('First');
    const { revision } = await fixture.api.trpc.discussion.list.query({ documentId: fixture.documentId });
    await begin('Second');
    await fixture.api.trpc.discussion.remove.mutate({ discussionId: first.discussionId });
    const late = follow(server, fixture.api.token, revision);
    await until(() => late.events.length > 0);
    expect(late.events[0]).toMatchObject({
      reset: false,
      discussions: [{ comments: [{ text: 'Second' }] }],
      removed: [first.discussionId],
    });
    late.socket.drop();
    await begin('Third');
    await until(() => late.held.size === 2);
    expect(late.events.some((event) => event.type === 'discussions' && event.reset)).toBe(false);
  });

  it('is exact after a storm of changes from two servers', async () => {
    const other = await fixture.person();
    const theirs = await second.as(other.user.id);
    const live = follow(second, other.api.token);
    await until(() => live.events.length > 0);
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => begin(`Number ${n}`)));
    await Promise.all(
      made.flatMap(({ discussionId, commentId }) => [
        theirs.trpc.comment.create.mutate({ discussionId, text: 'Yes' }),
        fixture.api.trpc.comment.update.mutate({ commentId, text: 'Changed' }),
        theirs.trpc.comment.react.mutate({ commentId, emoji: '👍', on: true }),
      ]),
    );
    const { list } = await theirs.trpc.discussion.list.query({ documentId: fixture.documentId });
    const newest = Math.max(...list.map(({ revision }) => revision));
    await until(() => [...live.held.values()].some(({ revision }) => revision === newest));
    const byId = (a: Discussion, b: Discussion) => a.id.localeCompare(b.id);
    expect([...live.held.values()].sort(byId)).toEqual(list.sort(byId));
  });

  it('ends within five seconds for anyone who loses the document, by socket and by server-sent events', async () => {
    const other = await fixture.person();
    const live = follow(second, other.api.token);
    const input = { documentId: fixture.documentId };
    const stream = await readEvents(server.url, other.api.token, 'live.document', input);
    await stream.until(({ length }) => length > 0);
    await until(() => live.events.length > 0);
    await fixture.api.trpc.app.setVisibility.mutate({ appId: fixture.app.id, visibility: 'private' });
    await until(live.isGone, 5_000);
    await stream.until((events) => events.some(({ data }) => data?.type === 'gone'));
    await begin('Secret');
    expect(live.held.size).toBe(0);
  });

  it('sends new abilities when they change', async () => {
    await begin('Here');
    const other = await fixture.person();
    const live = follow(server, other.api.token);
    const may = () => [...live.held.values()][0]?.abilities.reply;
    await until(() => may() === true);
    await fixture.allow('view');
    await until(() => may() === false);
    await fixture.allow('comment');
    await until(() => may() === true);
    await fixture.api.trpc.channel.archive.mutate({ channelId: fixture.documentId });
    await until(() => may() === false);
  });

  it('does not exist for strangers', async () => {
    const stranger = await openDocument(server);
    const input = { documentId: fixture.documentId };
    const stream = await readEvents(server.url, stranger.api.token, 'live.document', input);
    await stream.until(({ length }) => length > 0);
    expect(stream.events).toMatchObject([{ failure: { data: { key: 'notFound' } } }]);
    await stream.close();
  });
});
