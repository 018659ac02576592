import { documentHubOf } from '@tandem/api/document/collab/hub';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { until } from '../../running/live.ts';
import { changeStored } from '../../running/stored.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

let server: TestServer;
const editors: TestEditor[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});
afterAll(() => server.close());

async function open(api: { token: string | null }, documentId: string) {
  const editor = await openEditor(server.url, documentId, api.token as string);
  editors.push(editor);
  return editor;
}

async function makeDocument() {
  const team = await openTeam(server);
  const { id } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, kind: 'document' });
  return { ...team, documentId: id };
}

/** Everything that the database holds of a document. */
async function rowsOf(documentId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('document_update')
    .select(['seq', 'update'])
    .where('documentId', '=', documentId)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq, update }) => `${seq} ${update.toString('base64')}`);
}

/** A change as it goes over the wire: kind 0, sync; message 2, update. */
function framed(documentId: string, update: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, 2);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}

/** Sends bytes on an editor's own socket. */
function send(editor: TestEditor, bytes: Uint8Array): void {
  const socket = editor.provider.configuration.websocketProvider.webSocket as unknown as WebSocket;
  socket.send(bytes);
}

/** What an editor says to be let in. */
function asking(address: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, 2);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarString(encoder, 'session');
  return encoding.toUint8Array(encoder);
}

/** What an editor says that has nothing of a document. */
function askingForAll(documentId: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()));
  return encoding.toUint8Array(encoder);
}

/** A table of one row, with a cell for each of these attributes. */
function tableOf(cells: Record<string, unknown>[]): Y.XmlElement {
  const container = new Y.XmlElement('blockContainer');
  const table = new Y.XmlElement('table');
  const row = new Y.XmlElement('tableRow');
  container.setAttribute('id', crypto.randomUUID());
  container.insert(0, [table]);
  table.insert(0, [row]);
  row.insert(
    0,
    cells.map((attributes) => {
      const cell = new Y.XmlElement('tableCell');
      for (const [name, value] of Object.entries(attributes)) cell.setAttribute(name, value as string);
      cell.insert(0, [new Y.XmlElement('tableParagraph')]);
      return cell;
    }),
  );
  return container;
}

const placeAt = (item: object) => ({ anchor: { item }, head: { item } });

const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

/** A change that belongs to another document. */
function foreignChange(): Uint8Array {
  const other = new Y.Doc();
  const group = new Y.XmlElement('blockGroup');
  other.getXmlFragment(FRAGMENT).insert(0, [group]);
  const before = Y.encodeStateVector(other);
  group.insert(0, [new Y.XmlElement('blockContainer')]);
  return Y.encodeStateAsUpdate(other, before);
}

describe('what is sent to a document in bad faith', () => {
  const words = new TextEncoder().encode('{"type":"doc"}');
  const second = Y.convertUpdateFormatV1ToV2(foreignChange());
  const root = new Y.Doc();
  root.getMap('other').set('a', 1);

  it.each([
    ['is no change', words],
    ['is cut short', foreignChange().slice(0, 7)],
    ['is in the other encoding', second],
    ['belongs to another document', foreignChange()],
    ['writes beside the blocks', Y.encodeStateAsUpdate(root)],
  ])('leaves the database as it was: what %s', async (_what, update) => {
    const { api, person, documentId } = await makeDocument();
    const attacker = await open((await person()).api, documentId);
    const before = await rowsOf(documentId);
    send(attacker, framed(documentId, update));
    await settle();
    expect(await rowsOf(documentId)).toEqual(before);
    const honest = await open(api, documentId);
    honest.write('still here');
    await honest.saved();
    expect(honest.text()).toBe('still here');
  });

  it('changes nothing when it is sent again', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    const changes: Uint8Array[] = [];
    editor.doc.on('update', (update) => changes.push(update));
    editor.write('once');
    await editor.saved();
    const before = await rowsOf(documentId);
    for (const change of [...changes, ...changes]) send(editor, framed(documentId, change));
    await editor.saved();
    expect(await rowsOf(documentId)).toEqual(before);
    expect(editor.text()).toBe('once');
  });

  it('cannot write to a document by the connection of another', async () => {
    const { api, documentId } = await makeDocument();
    const other = await makeDocument();
    const victim = await open(other.api, other.documentId);
    const attacker = await open(api, documentId);
    const before = await rowsOf(other.documentId);
    attacker.doc.once('update', (update: Uint8Array) => send(attacker, framed(other.documentId, update)));
    attacker.write('mine');
    await settle();
    expect(await rowsOf(other.documentId)).toEqual(before);
    expect(victim.text()).toBe('');
  });

  it('is cut off when it is endless, and the server goes on', async () => {
    const { api, documentId } = await makeDocument();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send(Buffer.alloc(6 * 1024 * 1024));
    expect(await closed).toBe(1009);
    const editor = await open(api, documentId);
    expect(editor.refusal).toBeNull();
  });

  it('cannot hold memory before it is let in', async () => {
    const { api } = await makeDocument();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    for (let n = 0; n < 50; n += 1) socket.send(framed(crypto.randomUUID(), words));
    expect(await closed).toBeGreaterThan(1000);
  });

  it.each([4_000_000_000, -1, 1.5, 0, Number.NaN, 'wide'])(
    'cannot keep a document from being read by a cell over %j columns',
    async (span) => {
      const { api, documentId } = await makeDocument();
      const sizes = [
        { colspan: span },
        { rowspan: span },
        { colwidth: span },
        { colwidth: new Array(2_000).fill(1) },
      ];
      await changeStored(server.db, documentId, (doc) =>
        (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).insert(0, [tableOf(sizes)]),
      );
      const { content } = await api.trpc.document.content.query({ documentId, format: 'blocks' });
      const [table] = content as { type: string; content: { rows: { cells: { props: object }[] }[] } }[];
      expect(table?.content.rows[0]?.cells.map(({ props }) => props)).toMatchObject(
        sizes.map(() => ({ colspan: 1, rowspan: 1 })),
      );
    },
  );

  it('cannot keep the server busy with words that are marked over and over', async () => {
    const { api, documentId } = await makeDocument();
    await changeStored(server.db, documentId, (doc) => {
      const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
      const text = ((group.get(0) as Y.XmlElement).get(0) as Y.XmlElement).get(0) as Y.XmlText;
      text.insert(0, 'x'.repeat(600));
      for (let n = 0; n < 600; n += 1)
        text.format(n, 600 - n, {
          [`comment--${String(n).padStart(7, '0')}=`]: { threadId: `${n}`, orphan: false },
        });
    });
    const since = performance.now();
    const { content } = await api.trpc.document.content.query({ documentId, format: 'markdown' });
    expect(content).toBe(`${'x'.repeat(600)}\n`);
    expect(performance.now() - since).toBeLessThan(2_000);
  });

  it('cannot fill the memory by asking for all of it again and again', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    editor.doc.transact(() => {
      for (let n = 0; n < 20; n += 1) editor.write('x'.repeat(50_000));
    });
    await editor.saved();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(asking(documentId));
    await new Promise((resolve) => socket.once('message', resolve));
    const megabytes = () => process.memoryUsage().arrayBuffers / 1024 / 1024;
    const before = megabytes();
    socket.pause();
    for (let n = 0; n < 300; n += 1) socket.send(askingForAll(documentId));
    await settle();
    expect(megabytes() - before).toBeLessThan(60);
    editor.write('the server goes on');
    await editor.saved();
    socket.terminate();
  });

  it('is put off when it costs too much, and comes in then', async () => {
    const { api, person, documentId } = await makeDocument();
    const { user, api: theirs } = await person();
    const editor = await open(theirs, documentId);
    const closed = new Promise((resolve) => editor.provider.on('close', resolve));
    // As if the last ten seconds had gone on work for them.
    documentHubOf(server.platform).charge(user.id, 60_000);
    const other = await open(api, documentId);
    editor.write('too much for now');
    await closed;
    other.write('of somebody else');
    await other.saved();
    await until('both are there', () => other.text().split('\n').length === 2, 30_000);
    await editor.saved();
    expect(editor.text()).toBe(other.text());
    expect(editor.messages.some(({ type }) => type === 'refused')).toBe(false);
  });

  it('gets the answer to the last of its questions, however many it asks', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    // Until its row is free again nothing of the document is stored.
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('document').select('seq').where('channelId', '=', documentId).forUpdate().execute();
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    editor.write('one more');
    for (let n = 1; n <= 1_000; n += 1)
      editor.provider.sendStateless(JSON.stringify({ type: 'mark', n: n + 1_000 }));
    await settle();
    const newest = () => Math.max(...editor.messages.map((each) => (each.type === 'saved' ? each.n : 0)));
    expect(newest()).toBeLessThanOrEqual(0);
    held.resolve();
    await holding;
    await until('the last is answered', () => newest() === 2_000);
  });

  it('puts a large honest change together after trying it elsewhere', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    editor.doc.transact(() => {
      for (let n = 0; n < 3_000; n += 1) editor.write(`line ${n} of a long text that was pasted`);
    });
    await editor.saved();
    const reader = await open(api, documentId);
    expect(reader.text().split('\n')).toHaveLength(3_000);
  });

  it('is not opened beside itself, by its id in other letters', async () => {
    const { api, documentId } = await makeDocument();
    expect((await open(api, documentId.toUpperCase())).refusal).toBe('not-found');
  });

  it('has room for a few documents on one socket only, even if they are asked for at once', async () => {
    const { api, documentId } = await makeDocument();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const answers = new Map<string, string>();
    socket.on('message', (data: Buffer) => {
      const decoder = decoding.createDecoder(new Uint8Array(data));
      const address = decoding.readVarString(decoder);
      // 2 is about being let in: 1, that it was denied, and 2, that it was not.
      if (decoding.readVarUint(decoder) !== 2) return;
      answers.set(address, decoding.readVarUint(decoder) === 2 ? 'open' : decoding.readVarString(decoder));
    });
    for (let sent = 1; sent <= 21; sent += 1) {
      socket.send(asking(`${documentId}\0${sent}`));
      // More of them would close the socket.
      if (sent % 3 === 0) await until('they are answered', () => answers.size === sent);
    }
    const all = [...answers.values()];
    expect(all.filter((answer) => answer === 'open')).toHaveLength(8);
    expect(all.filter((answer) => answer === 'refused')).toHaveLength(13);
    socket.close();
  });

  it.each([
    ['is nowhere', { anchor: {}, head: {} }],
    ['is none', 'here'],
    ['is at a place that cannot be', placeAt({ client: 5, clock: -1 })],
    ['is at no number', placeAt({ client: 'x', clock: 'y' })],
    ['is in another part', { anchor: { tname: 'other' }, head: { tname: 'other' } }],
  ])('cannot break the screens of others by a cursor that %s', async (_what, cursor) => {
    const { api, person, documentId } = await makeDocument();
    const victim = await open(api, documentId);
    const attacker = await open((await person()).api, documentId);
    const shown = () => victim.provider.awareness?.getStates().get(attacker.doc.clientID);
    attacker.provider.awareness?.setLocalState({ cursor, other: 'x'.repeat(10_000) });
    await until('the cursor is told', () => shown() !== undefined);
    expect(Object.keys(shown() as object)).toEqual(['user']);
  });

  it('shows a cursor that stands somewhere', async () => {
    const { api, person, documentId } = await makeDocument();
    const victim = await open(api, documentId);
    const other = await open((await person()).api, documentId);
    const group = other.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
    const place = Y.createRelativePositionFromTypeIndex(group, 0);
    other.provider.awareness?.setLocalStateField('cursor', { anchor: place, head: place });
    const shown = () => victim.provider.awareness?.getStates().get(other.doc.clientID)?.cursor;
    await until('the cursor is told', () => shown() !== undefined);
    expect(Y.createRelativePositionFromJSON(shown().anchor)).toEqual(place);
  });
});
