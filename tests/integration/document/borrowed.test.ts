import { FRAGMENT } from '@tandem/shared/document/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { changeOf, firstText, sendChange } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { type DocumentStage, openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let second: TestServer;
let stage: DocumentStage;
beforeAll(async () => {
  server = await startServer();
  second = await startServer({ databaseUrl: server.platform.database.url });
});
beforeEach(async () => {
  stage = await openDocument(server);
});
afterEach(() => stage.close());
afterAll(async () => {
  await second.close();
  await server.close();
});

/** What somebody writes under the number of another's browser. */
function underNumberOf(victim: TestEditor, words: string): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(victim.doc));
  copy.clientID = victim.doc.clientID;
  const before = Y.encodeStateVector(copy);
  firstText(copy).insert(0, words);
  return Y.encodeStateAsUpdate(copy, before);
}

const refusalOf = (editor: TestEditor) => editor.messages.find(({ type }) => type === 'refused');

describe('what somebody writes under the number of another person’s browser', () => {
  it.each([
    ['this', () => server],
    ['another', () => second],
  ])(
    'is refused while that person is connected to %s server, whose words are all stored',
    async (_which, at) => {
      const victim = await stage.edit();
      victim.provider.setAwarenessField('cursor', null);
      victim.write('first');
      await victim.saved();
      const attacker = await stage.edit((await stage.person()).api, at());
      await until(
        'its cursor is known',
        () => attacker.provider.awareness?.getStates().has(victim.doc.clientID) ?? false,
      );
      await until('it has all', () => attacker.text() === victim.text());
      sendChange(attacker, stage.documentId, underNumberOf(victim, 'not theirs'));
      await until('it is refused', () => refusalOf(attacker) !== undefined);
      expect(refusalOf(attacker)).toEqual({ type: 'refused', reason: 'taken', client: victim.doc.clientID });
      victim.write('second');
      await victim.saved();
      const late = await stage.edit();
      expect(late.text()).toBe('first\nsecond');
    },
  );

  it('is refused while that person is connected and has never moved a cursor', async () => {
    const victim = await stage.edit();
    victim.provider.awareness?.setLocalState(null);
    victim.write('first');
    await victim.saved();
    const attacker = await stage.edit((await stage.person()).api);
    sendChange(attacker, stage.documentId, underNumberOf(victim, 'not theirs'));
    await until('it is refused', () => refusalOf(attacker) !== undefined);
    expect((await stage.edit()).text()).toBe('first');
  });

  it('is told to that person when it was written while they were away, instead of losing their words', async () => {
    const victim = await stage.edit();
    victim.write('first');
    await victim.saved();
    const { doc } = victim;
    victim.close();
    const attacker = await stage.edit((await stage.person()).api);
    sendChange(attacker, stage.documentId, underNumberOf(victim, 'z'));
    await until('it is there', () => attacker.text().includes('z'));
    // What they write offline, and bring when they come back.
    const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
    group.insert(group.length, [new Y.XmlElement('blockContainer')]);
    const before = Y.encodeStateVector(attacker.doc);
    const back = await openEditor(server.url, stage.documentId, stage.api.token as string, doc);
    sendChange(back, stage.documentId, Y.encodeStateAsUpdate(doc));
    await until('they are told', () => refusalOf(back) !== undefined);
    back.close();
    expect(refusalOf(back)).toEqual({ type: 'refused', reason: 'taken', client: doc.clientID });
    expect(Y.encodeStateVector(attacker.doc)).toEqual(before);
  });

  it('is taken from the same person, who may come back before their last connection is known to be gone', async () => {
    const victim = await stage.edit();
    victim.write('first');
    await victim.saved();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(victim.doc));
    doc.clientID = victim.doc.clientID;
    const again = await openEditor(server.url, stage.documentId, stage.api.token as string, doc);
    again.write('second');
    await again.saved();
    again.close();
    expect(refusalOf(again)).toBeUndefined();
    expect((await stage.edit()).text()).toBe('first\nsecond');
  });

  it('can be told by an editor from how much the server says to have under its number', async () => {
    const editor = await stage.edit();
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

  it('is no concern of an editor that brings what others wrote before a server ended, once they brought it', async () => {
    const writer = await stage.edit((await stage.person()).api, second);
    writer.write('by both known');
    await writer.saved();
    // As if it had been shown to the other and then lost with a server: it stands in the other's document alone.
    const lost = changeOf(writer.doc, (copy) => {
      copy.clientID = writer.doc.clientID;
      firstText(copy).insert(0, 'lost');
    });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(writer.doc));
    Y.applyUpdate(doc, lost);
    await until('it is known here', () => writer.provider.isSynced);
    const other = openEditor(server.url, stage.documentId, stage.api.token as string, doc);
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
    expect((await stage.edit()).text()).toContain('lost');
  });
});
