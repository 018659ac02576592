import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { changeOf, firstText, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { useDocument } from '../discussion/fixture.ts';
import { useServer, useServerBeside } from '../harness/server.ts';

const server = useServer();
const second = useServerBeside(server);
const fixture = useDocument(server);

/** Changes by somebody under another browser's client id. */
function underNumberOf(victim: TestEditor, words: string): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(victim.doc));
  copy.clientID = victim.doc.clientID;
  const before = Y.encodeStateVector(copy);
  firstText(copy).insert(0, words);
  return Y.encodeStateAsUpdate(copy, before);
}

const refusalOf = (editor: TestEditor) => editor.messages.find(({ type }) => type === 'refused');

describe('writing under another person’s client id', () => {
  it.each([
    ['this', () => server],
    ['another', () => second],
  ])('is refused while that person is connected to %s server with everything stored', async (_which, at) => {
    const victim = await fixture.edit();
    victim.provider.setAwarenessField('cursor', null);
    victim.write('first');
    await victim.saved();
    const attacker = await fixture.edit((await fixture.person()).api, at());
    await until(
      'its cursor is known',
      () => attacker.provider.awareness?.getStates().has(victim.doc.clientID) ?? false,
    );
    await until('it has all', () => attacker.text() === victim.text());
    sendChange(attacker, fixture.documentId, underNumberOf(victim, 'not theirs'));
    await until('it is refused', () => refusalOf(attacker) !== undefined);
    expect(refusalOf(attacker)).toEqual({ type: 'refused', reason: 'taken', client: victim.doc.clientID });
    victim.write('second');
    await victim.saved();
    const late = await fixture.edit();
    expect(late.text()).toBe('first\nsecond');
  });

  it('is refused while that person is connected and has never moved a cursor', async () => {
    const victim = await fixture.edit();
    victim.provider.awareness?.setLocalState(null);
    victim.write('first');
    await victim.saved();
    const attacker = await fixture.edit((await fixture.person()).api);
    sendChange(attacker, fixture.documentId, underNumberOf(victim, 'not theirs'));
    await until('it is refused', () => refusalOf(attacker) !== undefined);
    expect((await fixture.edit()).text()).toBe('first');
  });

  it('is reported to that person when it happened while they were away, instead of losing their words', async () => {
    const victim = await fixture.edit();
    victim.write('first');
    await victim.saved();
    const { doc } = victim;
    victim.close();
    const attacker = await fixture.edit((await fixture.person()).api);
    sendChange(attacker, fixture.documentId, underNumberOf(victim, 'z'));
    await until('it is there', () => attacker.text().includes('z'));
    // Changes made offline, sent on reconnecting.
    const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
    group.insert(group.length, [new Y.XmlElement('blockContainer')]);
    const before = Y.encodeStateVector(attacker.doc);
    const back = await openEditor(server.url, fixture.documentId, fixture.api.token as string, doc);
    sendChange(back, fixture.documentId, Y.encodeStateAsUpdate(doc));
    await until('they are told', () => refusalOf(back) !== undefined);
    back.close();
    expect(refusalOf(back)).toEqual({ type: 'refused', reason: 'taken', client: doc.clientID });
    expect(Y.encodeStateVector(attacker.doc)).toEqual(before);
  });

  it('is accepted from the same person, who may reconnect before their last connection is known to be gone', async () => {
    const victim = await fixture.edit();
    victim.write('first');
    await victim.saved();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(victim.doc));
    doc.clientID = victim.doc.clientID;
    const again = await openEditor(server.url, fixture.documentId, fixture.api.token as string, doc);
    again.write('second');
    await again.saved();
    again.close();
    expect(refusalOf(again)).toBeUndefined();
    expect((await fixture.edit()).text()).toBe('first\nsecond');
  });

  it('is recognised by an editor from the server’s state vector for its id', async () => {
    const editor = await fixture.edit();
    editor.write('first');
    await editor.saved();
    const client = editor.doc.clientID;
    editor.provider.sendStateless(JSON.stringify({ type: 'mark', n: 77, client }));
    const answer = await until(
      'it answers',
      () => editor.messages.find((each) => each.type === 'saved' && each.n === 77) ?? null,
    );
    expect(answer).toEqual({ type: 'saved', n: 77, clock: Y.getState(editor.doc.store, client) });
  });

  it('is ignored by an editor that resends others’ words from before a server stopped', async () => {
    const writer = await fixture.edit((await fixture.person()).api, second);
    writer.write('by both known');
    await writer.saved();
    // As if it had been sent to the other editor and then lost with a server: only the other editor's
    // document has it.
    const lost = changeOf(writer.doc, (copy) => {
      copy.clientID = writer.doc.clientID;
      firstText(copy).insert(0, 'lost');
    });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(writer.doc));
    Y.applyUpdate(doc, lost);
    await until('it is known here', () => writer.provider.isSynced);
    const other = openEditor(server.url, fixture.documentId, fixture.api.token as string, doc);
    Y.applyUpdate(writer.doc, lost);
    const back = await other;
    back.write('mine');
    await until(
      'both are there',
      () => back.text() === writer.text() && writer.text().includes('mine'),
      30_000,
    );
    expect(refusalOf(back)).toBeUndefined();
    back.close();
    expect((await fixture.edit()).text()).toContain('lost');
  });
});
