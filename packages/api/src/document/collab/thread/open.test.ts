import type { Document } from '@hocuspocus/server';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { WORTH_COMPACTING } from '../../edit/length.ts';
import type { Link } from './link.ts';
import type { RequestName, Requests } from './messages.ts';
import { OpenDocument } from './open.ts';

/** A document worth compacting, and its requests to the main thread. */
async function begin() {
  const doc = Object.assign(new Y.Doc(), { name: 'plan' }) as unknown as Document;
  const old = new Y.Doc();
  old.getText('t').insert(0, 'old');
  const update = Y.encodeStateAsUpdate(old);
  const changes = Array.from({ length: WORTH_COMPACTING + 1 }, (_, n) => ({ seq: n + 1, update }));
  let seq = changes.length;
  const asked: { name: RequestName; writers: number[] }[] = [];
  const appends: (() => void)[] = [];
  const ask = async (name: RequestName, { writers = [] }: Partial<Requests['append']['ask']>) => {
    if (name === 'load') return { changes, frozen: null };
    asked.push({ name, writers });
    if (name === 'append') await new Promise<void>((resolve) => appends.push(resolve));
    seq += 1;
    return seq;
  };
  const link = { ask, tell() {} } as unknown as Link;
  const open = new OpenDocument(link, doc, { onStored() {}, onReplaced() {} });
  await open.load();
  /**
   * Applies a person's words to the document.
   * @returns the change passed on for storage
   */
  const type = (userId: number) => {
    const before = Y.encodeStateVector(doc);
    doc.getText('t').insert(0, `${userId}`);
    const made = Y.encodeStateAsUpdate(doc, before);
    return () => open.write(made, { userId, ms: 0, lost: [] });
  };
  const compactions = () => asked.filter(({ name }) => name === 'compact');
  return { open, type, appends, asked, compactions };
}

describe('compacting a document', () => {
  it('waits for changes whose writer is not known yet', async () => {
    const { open, type, asked } = await begin();
    type(7);
    await open.close();
    expect(asked).toEqual([]);
  });

  it('waits for changes being stored', async () => {
    const { open, type, appends, asked, compactions } = await begin();
    type(7)();
    await expect.poll(() => asked).toEqual([{ name: 'append', writers: [7] }]);
    await open.close();
    expect(compactions()).toEqual([]);
    appends.shift()?.();
    await open.stored();
    expect(compactions()).toEqual([]);
  });

  it('re-checks the rights of every writer with pending changes', async () => {
    const { open, type, compactions } = await begin();
    type(7)();
    type(8)();
    await open.close();
    expect(compactions()).toEqual([{ name: 'compact', writers: [7, 8] }]);
  });
});

describe('changes to be sent to editors', () => {
  it('wait for all earlier changes, in order, and no longer', async () => {
    const { open, type, appends } = await begin();
    const sent: string[] = [];
    const send = (what: string) => open.progress.onceStored((isStored) => sent.push(`${what} ${isStored}`));
    send('nothing new');
    expect(sent.splice(0)).toEqual(['nothing new true']);
    const write = type(7);
    // Made, and yet to be handed over.
    send('seven');
    write();
    await expect.poll(() => appends.length).toBe(1);
    type(8)();
    send('eight');
    const settled = open.progress.settled().then(() => sent.push('settled'));
    appends.shift()?.();
    await expect.poll(() => sent).toEqual(['seven true']);
    await expect.poll(() => appends.length).toBe(1);
    appends.shift()?.();
    await settled;
    expect(sent).toEqual(['seven true', 'eight true', 'settled']);
  });

  it('are sent to nobody when the document is given up', async () => {
    const { open, type } = await begin();
    const sent: boolean[] = [];
    type(7)();
    open.progress.onceStored((isStored) => sent.push(isStored));
    const settled = open.progress.settled();
    open.drop();
    open.progress.onceStored((isStored) => sent.push(isStored));
    await settled;
    expect(sent).toEqual([false, false]);
  });
});
