import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { sendChange } from '../../running/hostile-changes.ts';
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

describe('malicious input to a document', () => {
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
  ])('leaves the database unchanged when it %s', async (_what, update) => {
    const { api, person, documentId } = await makeDocument();
    const attacker = await open((await person()).api, documentId);
    const before = await rowsOf(documentId);
    sendChange(attacker, documentId, update);
    await settle();
    expect(await rowsOf(documentId)).toEqual(before);
    const honest = await open(api, documentId);
    honest.write('still here');
    await honest.saved();
    expect(honest.text()).toBe('still here');
  });

  it('changes nothing when replayed', async () => {
    const { api, documentId } = await makeDocument();
    const editor = await open(api, documentId);
    const changes: Uint8Array[] = [];
    editor.doc.on('update', (update) => changes.push(update));
    editor.write('once');
    await editor.saved();
    const before = await rowsOf(documentId);
    for (const change of [...changes, ...changes]) sendChange(editor, documentId, change);
    await editor.saved();
    expect(await rowsOf(documentId)).toEqual(before);
    expect(editor.text()).toBe('once');
  });

  it('cannot write to a document by another’s connection', async () => {
    const { api, documentId } = await makeDocument();
    const other = await makeDocument();
    const victim = await open(other.api, other.documentId);
    const attacker = await open(api, documentId);
    const before = await rowsOf(other.documentId);
    attacker.doc.once('update', (update: Uint8Array) => sendChange(attacker, other.documentId, update));
    attacker.write('mine');
    await settle();
    expect(await rowsOf(other.documentId)).toEqual(before);
    expect(victim.text()).toBe('');
  });

  it.each([4_000_000_000, -1, 1.5, 0, Number.NaN, 'wide'])(
    'cannot make a document unreadable by a cell over %j columns',
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

  it('cannot open a document twice by its id in other letters', async () => {
    const { api, documentId } = await makeDocument();
    expect((await open(api, documentId.toUpperCase())).refusal).toBe('not-found');
  });

  it.each([
    ['is nowhere', { anchor: {}, head: {} }],
    ['is none', 'here'],
    ['is at a place that cannot be', placeAt({ client: 5, clock: -1 })],
    ['is at no number', placeAt({ client: 'x', clock: 'y' })],
    ['is in another part', { anchor: { tname: 'other' }, head: { tname: 'other' } }],
  ])('cannot break others’ screens by a cursor that %s', async (_what, cursor) => {
    const { api, person, documentId } = await makeDocument();
    const victim = await open(api, documentId);
    const attacker = await open((await person()).api, documentId);
    const shown = () => victim.provider.awareness?.getStates().get(attacker.doc.clientID);
    attacker.provider.awareness?.setLocalState({ cursor, other: 'x'.repeat(10_000) });
    await until('the cursor is told', () => shown() !== undefined);
    expect(Object.keys(shown() as object)).toEqual(['user']);
  });

  it('may show a valid cursor', async () => {
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
