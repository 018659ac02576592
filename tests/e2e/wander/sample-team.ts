import { sql } from 'kysely';
import { mailboxOf } from '../../running/mailbox.ts';
import { type Person, signIn, signUp } from '../../running/people.ts';
import { everything } from '../support/document.ts';
import type { Installation } from '../support/installation.ts';

/** Messages of the long channel: enough to scroll. */
const LINES = 40;

/** A team of two people on the walk's own server, with content of every kind. */
export interface SampleTeam {
  olive: Person;
  bo: Person;
  /** The addresses that a walk visits, with their screens' names. */
  places: { name: string; path: string }[];
  /** A channel that is longer than the window. */
  long: { name: string; path: string };
  /** Signs a person in again by a mailed code; returns the token. */
  signIn(person: Person): Promise<string>;
  /** Ends suspensions and makes Olive an owner again, so that both people can continue. */
  restoreAccess(): Promise<void>;
}

/**
 * Makes the data for the walk. Everything the two people write is Latin, so that Chinese text on a screen is
 * always ours.
 */
export async function makeSampleTeam(installation: Installation): Promise<SampleTeam> {
  const { db } = await installation.server.database();
  const mailbox = mailboxOf(installation.mail);
  const olive = await signUp(installation.url, mailbox, 'olive@example.test', 'Olive Owner');
  await db.updateTable('team').set({ preference: sql`"preference" || '{"registration": "open"}'` }).execute();
  const bo = await signUp(installation.url, mailbox, 'bo@example.test', 'Bo Brown');
  const { trpc } = olive.api;
  const spaces = (await olive.api.get('/api/space/list')).data as { id: string; apps: { id: string }[] }[];
  const spaceId = spaces[0]?.id ?? '';
  const chat = spaces[0]?.apps[0]?.id ?? '';
  const { id: note } = await trpc.app.create.mutate({ name: 'Handbook', type: 'note', spaceId });
  const make = (appId: string, name: string, more: { parentId?: string; kind?: 'document' } = {}) =>
    trpc.channel.create.mutate({ appId, name, ...more });

  const long = await make(chat, 'Long talk');
  await trpc.channel.update.mutate({ channelId: long.id, answering: 'mentioned' });
  for (let n = 1; n <= LINES; n += 1)
    await trpc.message.send.mutate({ channelId: long.id, text: `line ${n}` });
  const parent = await make(chat, 'Parent');
  await make(chat, 'Child', { parentId: parent.id });
  for (const name of ['Apple', 'Birch', 'Cedar']) await make(chat, name);
  await trpc.message.send.mutate({ channelId: parent.id, text: 'What is left?' });
  const page = await make(note, 'How we launch', { kind: 'document' });
  await trpc.document.putContent.mutate({ documentId: page.id, content: everything });
  await make(note, 'How we hire', { kind: 'document' });
  await trpc.message.send.mutate({
    channelId: parent.id,
    text: '@Bo Brown look',
    mentions: [{ type: 'user', userId: bo.id }],
  });

  const place = (name: string, path: string) => ({ name, path });
  return {
    olive,
    bo,
    long: place('Long talk', `/s/${chat}/c/${long.id}`),
    places: [
      ...['/home', '/home?view=shared', '/assistant', '/userSetting/general', '/userSetting/usage'],
      ...['overview', 'application', 'modelProvider', 'mcp', 'teamMember', 'setting', 'preference'].map(
        (name) => `/admin/${name}`,
      ),
      '/admin/setting?view=audit',
      '/nothing/here',
    ]
      .map((path) => place(path, path))
      .concat([
        place('the chat app', `/s/${chat}`),
        place('its settings', `/s/${chat}/setting`),
        place('a channel', `/s/${chat}/c/${parent.id}`),
        place('the note app', `/note/${note}`),
        place('its settings, of notes', `/note/${note}/setting`),
        place('a document', `/note/${note}/c/${page.id}`),
        place('a channel that is gone', `/s/${chat}/c/00000000-0000-4000-8000-000000000000`),
      ]),
    signIn: ({ email }) => signIn(installation.url, mailbox, email),
    async restoreAccess() {
      await db.updateTable('member').set({ suspendedAt: null }).execute();
      await db.updateTable('member').set({ role: 'owner' }).where('userId', '=', olive.id).execute();
    },
  };
}
