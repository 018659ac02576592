import { documentHubOf } from '@tandem/api/document/collab/hub';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { until } from '../../running/live.ts';
import { changeStored } from '../../running/stored.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { useEditors } from './editors.ts';

const server = useServer();
const open = useEditors(server);

async function makeDocument() {
  const team = await openTeam(server);
  const { id } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, kind: 'document' });
  return { ...team, documentId: id };
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

/** The message with which an editor authenticates. */
function asking(address: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, 2);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarString(encoder, 'session');
  return encoding.toUint8Array(encoder);
}

/** The first message of an editor that has nothing of the document yet. */
function askingForAll(documentId: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()));
  return encoding.toUint8Array(encoder);
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('too much work asked of a document', () => {
  it('is cut off when endless, and the server goes on', async () => {
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

  it('cannot hold memory before authentication', async () => {
    const { api } = await makeDocument();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    for (let n = 0; n < 50; n += 1) socket.send(framed(crypto.randomUUID(), new TextEncoder().encode('{}')));
    expect(await closed).toBeGreaterThan(1000);
  });

  it('cannot keep the server busy by repeated marks', async () => {
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

  it('cannot exhaust memory by repeated full reads', async () => {
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

  it('is deferred when it costs too much, and applied then', async () => {
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

  it('gets only its last question answered, however many it asks', async () => {
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

  it('is tried in a child first when large and honest', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    editor.doc.transact(() => {
      for (let n = 0; n < 3_000; n += 1) editor.write(`line ${n} of a long text that was pasted`);
    });
    await editor.saved();
    const reader = await open(api, documentId);
    expect(reader.text().split('\n')).toHaveLength(3_000);
  });

  it('may open few documents on one socket, even if requested at once', async () => {
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
});
