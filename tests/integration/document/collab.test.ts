import { afterEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { type TestServer, useServer, useServerBeside } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

const server = useServer();
const second = useServerBeside(server);
const editors: TestEditor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});

async function open(api: { token: string | null }, documentId: string, at: TestServer = server) {
  const editor = await openEditor(at.url, documentId, api.token as string);
  editors.push(editor);
  return editor;
}

async function makeDocument() {
  const team = await openTeam(server);
  const { id } = await team.api.trpc.channel.create.mutate({
    appId: team.app.id,
    kind: 'document',
    name: 'Plan',
  });
  return { ...team, documentId: id };
}

const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);

/** The document as the database alone has it. */
async function stored(documentId: string): Promise<{ text: string; rows: number }> {
  const { textOf } = await import('../../running/editor.ts');
  const rows = await server.db
    .selectFrom('document_update')
    .select('update')
    .where('documentId', '=', documentId)
    .orderBy('seq')
    .execute();
  const doc = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(doc, update);
  return { text: textOf(doc.getXmlFragment('document-store')), rows: rows.length };
}

describe('a document edited together', () => {
  it('reaches the other editor, and is called saved once it is stored', async () => {
    const { api, person, documentId } = await makeDocument();
    const a = await open(api, documentId);
    const b = await open((await person()).api, documentId);
    a.write('one');
    b.write('two');
    await a.saved();
    await b.saved();
    await until(() => a.text() === b.text() && a.text().includes('two'));
    expect((await stored(documentId)).text.split('\n').sort()).toEqual(['one', 'two']);
  });

  it('reports to an editor how much of its writer is stored', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    editor.write('one');
    const client = editor.doc.clientID;
    const ask = async (n: number, about: object) => {
      editor.provider.sendStateless(JSON.stringify({ type: 'mark', n, ...about }));
      await until(() => editor.messages.some((message) => message.type === 'saved' && message.n === n));
      return editor.messages.find((message) => message.type === 'saved' && message.n === n);
    };
    const clock = Y.getState(editor.doc.store, client);
    expect(clock).toBeGreaterThan(0);
    expect(await ask(901, { client })).toEqual({ type: 'saved', n: 901, clock });
    expect(await ask(902, { client: client + 1 })).toEqual({ type: 'saved', n: 902, clock: 0 });
    expect(await ask(903, {})).toEqual({ type: 'saved', n: 903 });
  });

  it('reaches an editor on another server', async () => {
    const { api, person, documentId } = await makeDocument();
    const a = await open(api, documentId);
    const b = await open((await person()).api, documentId, second);
    for (let n = 0; n < 20; n += 1) {
      a.write(`a${n}`);
      b.write(`b${n}`);
    }
    await a.saved();
    await b.saved();
    await until(() => a.text() === b.text() && a.text().split('\n').length === 40);
    expect((await stored(documentId)).text).toBe(a.text());
  });

  it('shows others’ cursors under their own names, from another server too', async () => {
    const { api, owner, person, documentId } = await makeDocument();
    const a = await open(api, documentId);
    const other = await person();
    const b = await open(other.api, documentId, second);
    a.provider.setAwarenessField('user', { name: 'Somebody else' });
    b.provider.setAwarenessField('cursor', { anchor: 1 });
    const names = (editor: TestEditor) =>
      [...(editor.provider.awareness?.getStates().values() ?? [])].map((state) => state.user?.name);
    await until(() => names(b).includes(owner.name) && names(a).includes(other.user.name));
    expect(names(b)).not.toContain('Somebody else');
  });

  it('drops the cursor of a person who leaves, and works when they return immediately', async () => {
    const { api, documentId } = await makeDocument();
    const reader = await open(api, documentId, second);
    const cursors = () => [...(reader.provider.awareness?.getStates().keys() ?? [])];
    const ids: number[] = [];
    // The document is unloaded with its last editor, and loaded again while their cursor is still being announced.
    for (let time = 0; time < 8; time += 1) {
      const editor = await open(api, documentId);
      ids.push(editor.doc.clientID);
      editor.provider.setAwarenessField('cursor', null);
      editor.write(`time ${time}`);
      await editor.saved();
      editor.close();
    }
    const last = await open(api, documentId);
    last.provider.setAwarenessField('cursor', null);
    await until(() => cursors().includes(last.doc.clientID));
    await until(() => !cursors().some((id) => ids.includes(id)));
    await until(() => reader.text() === last.text() && last.text().endsWith('time 7'));
  });

  it('is read-only for viewers', async () => {
    const { api, app, person, documentId } = await makeDocument();
    await api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'view' });
    const a = await open(api, documentId);
    const reader = await open((await person()).api, documentId);
    a.write('by the owner');
    await until(() => reader.text() === 'by the owner');
    reader.write('by a reader');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(a.text()).toBe('by the owner');
    expect((await stored(documentId)).text).toBe('by the owner');
  });

  it('does not exist for strangers, nor for anyone who may not see it', async () => {
    const { documentId } = await makeDocument();
    const stranger = await openTeam(server);
    expect((await open(stranger.api, documentId)).refusal).toBe('not-found');
    expect((await open(stranger.api, crypto.randomUUID())).refusal).toBe('not-found');
    const answer = await fetch(`${server.url}/api/collab`, {
      headers: { upgrade: 'websocket', connection: 'upgrade' },
    }).catch(() => null);
    expect(answer?.status ?? 401).not.toBe(101);
  });

  it('closes within five seconds for anyone who loses access, and refuses what they still send', async () => {
    const { api, app, person, documentId } = await makeDocument();
    const a = await open(api, documentId);
    const loser = await open((await person()).api, documentId);
    let closed = false;
    loser.provider.on('close', () => {
      closed = true;
    });
    await api.trpc.app.setVisibility.mutate({ appId: app.id, visibility: 'private' });
    await until(() => closed);
    loser.write('too late');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(a.text()).toBe('');
    await until(() => loser.refusal === 'not-found');
  });

  it('announces when rights to write come and go', async () => {
    const { api, app, person, documentId } = await makeDocument();
    const other = await open((await person()).api, documentId);
    await api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'comment' });
    await until(() => other.messages.some((each) => each.type === 'rights' && !each.canEdit));
    await api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'edit' });
    await until(() => other.messages.some((each) => each.type === 'rights' && each.canEdit));
    other.write('again');
    await other.saved();
    expect((await stored(documentId)).text).toBe('again');
  });

  it('is stored as few rows however many changes it has had', async () => {
    const { api, documentId } = await makeDocument();
    const a = await open(api, documentId);
    for (let n = 0; n < 700; n += 1) {
      a.write(`${n}`);
      if (n % 10 === 0) await a.saved();
    }
    await a.saved();
    a.close();
    await expect.poll(async () => (await stored(documentId)).rows, { timeout: 8_000 }).toBeLessThan(310);
    expect((await stored(documentId)).text.split('\n')).toHaveLength(700);
  });
});
