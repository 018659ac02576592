import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Api } from '../../running/api.ts';
import { type TestEditor, textOf } from '../../running/editor.ts';
import { useDocument } from '../discussion/fixture.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';

/** Milliseconds within which who lost something has lost what is open of it. */
const PROMISED_MS = 5_000;

const server = useServer();
const second = useServerBeside(server);
const fixture = useDocument(server);

/** Everybody's words, as the database has them. */
async function storedText(): Promise<string> {
  const rows = await server.db
    .selectFrom('document_update')
    .select('update')
    .where('documentId', '=', fixture.documentId)
    .orderBy('seq')
    .execute();
  const doc = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(doc, update);
  return textOf(doc.getXmlFragment('document-store'));
}

/** Follows a document by socket, at the other server. @returns when both of its streams have ended */
async function follow(api: Api) {
  const socket = openSocket(second.url, api.token as string);
  const ends: Promise<void>[] = [];
  for (const [name, input] of [
    ['document', { documentId: fixture.documentId }],
    ['channel', { channelId: fixture.documentId }],
  ] as const) {
    await new Promise<void>((began) => {
      let isOpen = false;
      ends.push(
        new Promise((ended) => {
          const watch = {
            onData({ data }: { data: { type: string } }) {
              isOpen = true;
              if (data.type === 'gone') ended();
              began();
            },
            onComplete: ended,
            onError: () => ended(),
            onConnectionStateChange: () => isOpen && ended(),
          };
          if (name === 'document')
            socket.trpc.live.document.subscribe(input as { documentId: string }, watch);
          else socket.trpc.live.channel.subscribe(input as { channelId: string }, watch);
        }),
      );
    });
  }
  return { ended: Promise.all(ends), close: () => socket.close() };
}

const socketOf = (editor: TestEditor) =>
  editor.provider.configuration.websocketProvider.webSocket as unknown as WebSocket;

describe('open connections of a document', () => {
  it.each<[string, (own: Api, userId: number) => Promise<unknown>]>([
    ['signs out', (own) => own.get('/api/user/logout')],
    ['is suspended', (_own, userId) => fixture.api.trpc.team.suspend.mutate({ userId, suspended: true })],
    ['is removed from the team', (_own, userId) => fixture.api.trpc.team.removeMember.mutate({ userId })],
    [
      'is signed out by an administrator',
      (_own, userId) => fixture.api.trpc.team.signMemberOut.mutate({ userId }),
    ],
    [
      'ends their other sessions',
      async (_own, userId) => (await server.as(userId)).trpc.session.endOthers.mutate(),
    ],
    ['loses it to the bin', () => fixture.api.trpc.channel.remove.mutate({ channelId: fixture.documentId })],
    [
      'loses it for good',
      () => server.db.deleteFrom('channel').where('id', '=', fixture.documentId).execute(),
    ],
  ])('close within five seconds, on every server, when the reader %s', async (_what, lose) => {
    const { api, user } = await fixture.person();
    const editor = await fixture.edit(api, second);
    const followed = await follow(api);
    const closed = new Promise((resolve) => editor.provider.on('close', resolve));
    const since = performance.now();
    await lose(api, user.id);
    await Promise.all([closed, followed.ended]);
    expect(performance.now() - since).toBeLessThan(PROMISED_MS);
    await followed.close();
  });

  it('close immediately at sign-out, even if the editor does not notice', async () => {
    const { api } = await fixture.person();
    const editor = await fixture.edit(api);
    const reader = await fixture.edit();
    editor.provider.setAwarenessField('cursor', null);
    const shown = () => reader.provider.awareness?.getStates().has(editor.doc.clientID);
    await expect.poll(shown).toBe(true);
    // A socket whose other end has been told that it is over stays open until that end agrees.
    const receiver = Reflect.get(socketOf(editor), '_receiver') as NodeJS.EventEmitter;
    receiver.removeAllListeners('conclude');
    await api.get('/api/user/logout');
    await expect.poll(shown, { timeout: PROMISED_MS }).toBe(false);
    editor.write('too late');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await storedText()).toBe('');
  });
});
