import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { documentHubOf } from '@tandem/api/document/collab/hub';
import * as encoding from 'lib0/encoding';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { firstText } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { changeStored } from '../../running/stored.ts';
import { type DocumentFixture, openDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

const MEGABYTE = 1024 * 1024;
const SOCKETS = 40;

setFlagsFromString('--expose-gc');
/** Throws garbage away: what a busy machine has not yet collected is not held by sockets. */
const collectGarbage = runInNewContext('gc') as () => void;

const server = useServer();
let fixture: DocumentFixture;
const sockets: WebSocket[] = [];
let looking: NodeJS.Timeout | undefined;
afterEach(() => {
  clearTimeout(looking);
  for (const socket of sockets.splice(0)) socket.terminate();
  fixture.close();
});

/**
 * Looks again and again until the test ends, and lets everyone else work in between: with the heap of a whole suite,
 * throwing away garbage takes a good part of a second.
 */
function keepLooking(look: () => void): void {
  const began = performance.now();
  look();
  looking = setTimeout(() => keepLooking(look), Math.max(200, 4 * (performance.now() - began)));
}

/** The messages with which an editor authenticates and asks for everything. */
function asking(documentId: string): [Uint8Array, Uint8Array] {
  const frame = (write: (encoder: encoding.Encoder) => void) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, documentId);
    write(encoder);
    return encoding.toUint8Array(encoder);
  };
  const letIn = frame((encoder) => {
    encoding.writeVarUint(encoder, 2);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, 'session');
  });
  const all = frame((encoder) => {
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()));
  });
  return [letIn, all];
}

describe('sockets that request a whole document and read nothing', () => {
  it('cost one person’s share of memory however many they are, and are closed', async () => {
    const hub = documentHubOf(server.platform);
    hub.limits = { ...hub.limits, unreadMs: 2_000 };
    fixture = await openDocument(server);
    await changeStored(server.platform.database.db, fixture.documentId, (doc) =>
      firstText(doc).insert(0, 'x'.repeat(12 * MEGABYTE)),
    );
    const writer = await fixture.edit();
    const memory = () => {
      collectGarbage();
      return process.memoryUsage();
    };
    const before = memory();
    const { api } = await fixture.person();
    let most = 0;
    keepLooking(() => {
      const { arrayBuffers, external } = memory();
      most = Math.max(most, arrayBuffers - before.arrayBuffers, external - before.external);
    });
    for (let n = 0; n < SOCKETS; n += 1) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      sockets.push(socket);
      await once(socket, 'open');
      const [letIn, all] = asking(fixture.documentId);
      socket.send(letIn);
      socket.send(all);
      socket.pause();
    }
    // Others who read what they are sent are served meanwhile.
    const reader = await fixture.edit();
    expect(reader.text().length).toBe(12 * MEGABYTE);
    writer.write('goes on');
    await until('it is told', () => reader.text().includes('goes on'), 30_000);
    await until('those who read nothing are let go', () => hub.connected <= SOCKETS, 30_000);
    expect(most).toBeLessThan(160 * MEGABYTE);
  });
});
