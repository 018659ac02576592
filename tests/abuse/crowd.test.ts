import { setTimeout as sleep } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { type MailSink, startMailSink } from '../fakes/mail/server.ts';
import { openEditor, type TestEditor } from '../running/editor.ts';
import { firstText } from '../running/hostile-changes.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { type Person, signUp } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import { healthDuring, memoryOf } from './flood/flood.ts';

/** How long two people flood, in milliseconds. */
const FLOOD_MS = 2_000;
/** The longest that others wait, in milliseconds: on quiet cores a fifth of it at most; the machine may be busy. */
const LONGEST_MS = 5_000;
const MEMORY_MB = 900;

let sink: MailSink;
let server: RunningServer;
let flooders: Person[];
let writer: Person;
let appId: string;

beforeAll(async () => {
  sink = await startMailSink();
  server = await startServerProcess({ SMTP_URL: sink.url });
  const join = (name: string) => signUp(server.url, mailboxOf(sink), `${name}@example.test`, name);
  writer = await join('owner');
  const { db } = await server.database();
  await db
    .updateTable('team')
    .set({ preference: JSON.stringify({ registration: 'open' }) })
    .execute();
  flooders = [await join('first'), await join('second')];
  const app = await writer.api.trpc.app.create.mutate({ type: 'note', name: 'Handbook' });
  appId = app.id;
});
afterAll(async () => {
  await server?.dispose();
  await sink?.close();
});

const makeDocument = async (name: string) =>
  (await writer.api.trpc.channel.create.mutate({ appId, kind: 'document', name })).id;

/** A message as it goes over the wire. */
function frame(documentId: string, write: (encoder: encoding.Encoder) => void): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
const send = (editor: TestEditor, message: Uint8Array<ArrayBuffer>) =>
  editor.provider.configuration.websocketProvider.webSocket?.send(message);

/** The message that one of them sends repeatedly; `n` counts. */
const floods: Record<string, (editor: TestEditor, documentId: string, n: number) => void> = {
  cursors(editor, documentId, n) {
    const state = JSON.stringify({ cursor: null, filler: 'x'.repeat(16_000) });
    const inner = encoding.createEncoder();
    encoding.writeVarUint(inner, 1);
    encoding.writeVarUint(inner, editor.doc.clientID);
    encoding.writeVarUint(inner, n + 10);
    encoding.writeVarString(inner, state);
    const message = frame(documentId, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarUint8Array(encoder, encoding.toUint8Array(inner));
    });
    send(editor, message);
  },
  'single letters': (editor) => firstText(editor.doc).insert(0, 'x'),
  'letters that come and go': (editor) => {
    const text = firstText(editor.doc);
    text.insert(0, 'x');
    text.delete(0, 1);
  },
  'questions whether all is stored': (editor, _documentId, n) =>
    editor.provider.sendStateless(JSON.stringify({ type: 'mark', n })),
  'requests for the whole document': (editor, documentId) =>
    send(
      editor,
      frame(documentId, (encoder) => {
        encoding.writeVarUint(encoder, 0);
        encoding.writeVarUint(encoder, 0);
        encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()));
      }),
    ),
  'questions for cursors': (editor, documentId) =>
    send(
      editor,
      frame(documentId, (encoder) => encoding.writeVarUint(encoder, 3)),
    ),
};

async function flood(documentId: string, person: Person, kind: keyof typeof floods): Promise<number> {
  const editor = await openEditor(server.url, documentId, person.token, new Y.Doc(), { acceptsBusy: true });
  const until = Date.now() + FLOOD_MS;
  let n = 0;
  try {
    while (Date.now() < until) {
      for (let burst = 0; burst < 50; burst += 1) floods[kind]?.(editor, documentId, n++);
      await new Promise((resolve) => setImmediate(resolve));
      // Discards received data, so that it is not buffered in this process.
      const socket = editor.provider.configuration.websocketProvider.webSocket;
      while ((socket?.bufferedAmount ?? 0) > 4_000_000 && Date.now() < until) await sleep(5);
    }
  } finally {
    editor.close();
  }
  return n;
}

it.each(Object.keys(floods))('two people who send endless %s delay nobody', async (kind) => {
  const [theirs, hers] = [await makeDocument('Theirs'), await makeDocument('Hers')];
  const editor = await openEditor(server.url, hers, writer.token);
  const waits: number[] = [];
  let sent = 0;
  try {
    const health = await healthDuring(server.url, async () => {
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n += 1) {
          const began = performance.now();
          editor.write(`line ${n}`);
          await editor.saved();
          waits.push(performance.now() - began);
          await sleep(50);
        }
      })();
      const counts = await Promise.all(flooders.map((each) => flood(theirs, each, kind)));
      sent = counts.reduce((sum, each) => sum + each, 0);
      isOver = true;
      await writing;
    });
    const memory = await memoryOf(server.url);
    console.info(
      `${kind}: ${sent} sent, saved after at most ${Math.round(Math.max(...waits))} ms, ` +
        `/healthz ${Math.round(health.longest)} ms, ${memory} MB`,
    );
    expect(health.longest).toBeLessThan(LONGEST_MS);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_MS);
    expect(memory).toBeLessThan(MEMORY_MB);
    // Everything she wrote is present once.
    const { content } = await writer.api.trpc.document.content.query({
      documentId: hers,
      format: 'markdown',
    });
    expect(String(content).match(/line \d+/gu)).toEqual(waits.map((_, n) => `line ${n}`));
  } finally {
    editor.close();
  }
});
