import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { apiFor } from '../running/api.ts';
import { openEditor, type TestEditor } from '../running/editor.ts';
import { now } from './stamps.ts';
import { type BenchRow, megabytes, ms, quantile, ratio } from './table.ts';
import { cpuSeconds, residentMemory } from './watchers.ts';
import type { World } from './world.ts';

const PEOPLE = 50;
const WRITERS = 10;
const BLOCKS = 2_000;
/** Interval and duration of each writer's typing. */
const KEY_EVERY_MS = 200;
const TYPING_MS = 10_000;
/** Number of measured openings. */
const OPENINGS = 7;
const EDITS = { few: 100, many: 100_000 };

/** Somewhere documents can be written: ours, or Hocuspocus alone. */
interface Place {
  url: string;
  documentId: string;
  tokens: string[];
  cpu(): Promise<number>;
  memory(): Promise<number>;
}

interface Written {
  /** Milliseconds between each key and each of the others having it. */
  delays: number[];
  cpu: number;
  grown: number;
}

/** A document of many blocks that fifty people have open and ten write; and opening one with a long past. */
export async function measureDocuments(world: World): Promise<BenchRow[]> {
  const ours = await typeTogether(await inTandem(world));
  const bare = await inBareCollab(world, typeTogether);
  const few = await timeOpening(world, EDITS.few);
  const many = await timeOpening(world, EDITS.many);
  const share = ({ cpu }: Written) => `${((cpu / (TYPING_MS / 1000)) * 100).toFixed(0)} %`;
  const what = `document of ${BLOCKS.toLocaleString('en')} blocks, ${PEOPLE} people, ${WRITERS} writing`;
  const delay = (name: string, quantileOf: number): BenchRow => {
    const [own, raw] = [quantile(ours.delays, quantileOf), quantile(bare.delays, quantileOf)];
    return {
      what: `${what}: key to each, ${name}`,
      ours: ms(own),
      against: `bare Hocuspocus, keeping nothing: ${ms(raw)}`,
      ratio: `+${ms(own - raw)}`,
    };
  };
  return [
    delay('p50', 0.5),
    delay('p95', 0.95),
    {
      what: `${what}: processor`,
      ours: share(ours),
      against: `bare Hocuspocus: ${share(bare)}`,
      ratio: ratio(ours.cpu, bare.cpu),
    },
    {
      what: `${what}: memory grown meanwhile`,
      ours: megabytes(ours.grown),
      against: `bare Hocuspocus: ${megabytes(bare.grown)}`,
      ratio: '',
    },
    {
      what: `opening a document of ${EDITS.many.toLocaleString('en')} edits`,
      ours: ms(many),
      against: `of ${EDITS.few} edits: ${ms(few)}`,
      ratio: ratio(few, many),
    },
  ];
}

async function makeDocument({ server, people, appId }: World): Promise<string> {
  const api = apiFor(server.url, people[0]?.token ?? null);
  return (await api.trpc.channel.create.mutate({ appId, kind: 'document', name: 'Bench' })).id;
}

async function inTandem(world: World): Promise<Place> {
  return {
    url: world.server.url,
    documentId: await makeDocument(world),
    tokens: world.people.slice(0, PEOPLE).map(({ token }) => token),
    cpu: () => cpuSeconds(world.server.url),
    memory: () => residentMemory(world.server.url),
  };
}

async function inBareCollab({ people }: World, work: (place: Place) => Promise<Written>): Promise<Written> {
  const child = fork(path.join(import.meta.dirname, 'bare-collab.ts'));
  const ask = async (key: string): Promise<number> => {
    child.send(key);
    const [message] = (await once(child, 'message')) as [Record<string, number>];
    return message[key] as number;
  };
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  try {
    return await work({
      url: `http://127.0.0.1:${port}`,
      documentId: crypto.randomUUID(),
      tokens: people.slice(0, PEOPLE).map(({ token }) => token),
      cpu: () => ask('cpu'),
      memory: () => ask('memory'),
    });
  } finally {
    child.kill();
  }
}

async function typeTogether({ url, documentId, tokens, cpu, memory }: Place): Promise<Written> {
  const editors: TestEditor[] = [];
  for (const token of tokens) editors.push(await openEditor(url, documentId, token));
  const [first] = editors;
  first?.doc.transact(() => {
    for (let n = 0; n < BLOCKS; n += 1) first.write(`block ${n} with some words in it`);
  });
  while (editors.some((editor) => blocksOf(editor) < BLOCKS)) await sleep(50);
  const delays: number[] = [];
  const sent = new Map<string, number>();
  for (const editor of editors)
    editor.doc.on(
      'update',
      (_update: Uint8Array, _origin: unknown, doc: Y.Doc, transaction: Y.Transaction) => {
        if (transaction.local) return;
        for (const [client, clock] of transaction.afterState) {
          const before = transaction.beforeState.get(client) ?? 0;
          for (let each = before; each < clock; each += 1) {
            const at = sent.get(`${client} ${each}`);
            if (at !== undefined && client !== doc.clientID) delays.push(now() - at);
          }
        }
      },
    );
  const [cpuBefore, memoryBefore] = [await cpu(), await memory()];
  const typing = editors.slice(0, WRITERS).map((editor) => typeAway(editor, sent));
  await Promise.all(typing);
  await sleep(500);
  const used = (await cpu()) - cpuBefore;
  const grown = (await memory()) - memoryBefore;
  for (const editor of editors) editor.close();
  const expected = (TYPING_MS / KEY_EVERY_MS) * WRITERS * (PEOPLE - 1);
  if (delays.length < expected * 0.9) throw new Error(`only ${delays.length} of ${expected} keys came`);
  return { delays, cpu: used, grown };
}

function blocksOf({ doc }: TestEditor): number {
  const group = doc.getXmlFragment(FRAGMENT).get(0);
  return group instanceof Y.XmlElement ? group.length : 0;
}

/** Types one letter after the other into a paragraph of one's own. */
async function typeAway(editor: TestEditor, sent: Map<string, number>): Promise<void> {
  editor.write('');
  const group = editor.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
  const paragraph = (group.get(group.length - 1) as Y.XmlElement).get(0) as Y.XmlElement;
  const text = paragraph.get(0) as Y.XmlText;
  await sleep(Math.random() * KEY_EVERY_MS);
  for (let typed = 0; typed < TYPING_MS / KEY_EVERY_MS; typed += 1) {
    const clock = Y.getState(editor.doc.store, editor.doc.clientID);
    sent.set(`${editor.doc.clientID} ${clock}`, now());
    text.insert(text.length, 'x');
    await sleep(KEY_EVERY_MS);
  }
}

/** Milliseconds until an editor has loaded a document with this many edits, one letter each; the median. */
async function timeOpening(world: World, edits: number): Promise<number> {
  const documentId = await makeDocument(world);
  const token = world.people[0]?.token ?? '';
  const writer = await openEditor(world.server.url, documentId, token);
  writer.write('');
  const group = writer.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
  const text = ((group.get(group.length - 1) as Y.XmlElement).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  for (let edit = 0; edit < edits; edit += EDITS.few) {
    writer.doc.transact(() => {
      for (let n = 0; n < EDITS.few; n += 1) {
        // As a person does: letters come and go, so that there is more past than text.
        if (text.length > 80) text.delete(0, 40);
        else text.insert(text.length, 'x');
      }
    });
    await writer.saved();
  }
  await writer.saved();
  writer.close();
  // By now the document is unloaded.
  await sleep(3_000);
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const since = now();
    const editor = await openEditor(world.server.url, documentId, token);
    times.push(now() - since);
    editor.close();
    await sleep(1_500);
  }
  return quantile(times, 0.5);
}
