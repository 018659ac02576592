import { type Anchor, MAX_ANCHOR_BLOCKS } from '@tandem/shared/discussion/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { storedDocument } from '../../running/stored.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';
import { blockWith, type DocumentStage, marked, openDocument, textOfBlock } from './stage.ts';

let server: TestServer;
let second: TestServer;
let stage: DocumentStage;

beforeAll(async () => {
  server = await startServer();
  second = await startServer({ databaseUrl: server.platform.database.url });
});
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(async () => {
  stage = await openDocument(server);
});
afterEach(() => stage.close());

const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);
const storedMarks = async () => marked((await storedDocument(server.db, stage.documentId)).doc);

function comment(anchor: Anchor, api = stage.api) {
  return api.trpc.discussion.create.mutate({ documentId: stage.documentId, text: 'Why?', anchor });
}

describe('the words that a discussion is about', () => {
  it('are marked in the document for a commenter, who cannot write a letter of it', async () => {
    const writer = await stage.edit();
    writer.write('one two three two');
    await writer.saved();
    await stage.allow('comment');
    const commenter = await stage.person();
    const reader = await stage.edit(commenter.api, second);
    const blockId = blockWith(writer, 'one two');
    const { discussionId, discussions } = await comment({ blockId, quote: 'two', start: 13 }, commenter.api);
    expect(discussions[0]).toMatchObject({ blockId, quote: 'two' });
    await until(
      () => marked(writer.doc)[discussionId] === 'two' && marked(reader.doc)[discussionId] === 'two',
    );
    const pieces = textOfBlock(writer, blockId).toDelta() as { insert: string; attributes?: object }[];
    expect(pieces.map(({ insert, attributes }) => [insert, attributes !== undefined])).toEqual([
      ['one two three ', false],
      ['two', true],
    ]);
    reader.write('by a commenter');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(writer.text()).not.toContain('by a commenter');
  });

  it('are marked in every block over which they go, and lifted from all', async () => {
    const { api, documentId } = stage;
    const content = 'First one.\n\nThen two.\n\n- Then three';
    await api.trpc.document.putContent.mutate({ documentId, content });
    const writer = await stage.edit();
    const [a, b, c] = ['First', 'two', 'three'].map((words) => blockWith(writer, words));
    if (!a || !b || !c) throw new Error('three blocks');
    const further = [
      { blockId: b, quote: 'Then two.' },
      { blockId: 'gone', quote: 'nothing' },
      { blockId: c, quote: 'Then', start: 0 },
    ];
    const { discussionId, discussions } = await comment({ blockId: a, quote: 'one.', further });
    expect(discussions[0]).toMatchObject({ blockId: a, quote: 'one.\nThen two.\nnothing\nThen' });
    await until(() => marked(writer.doc)[discussionId] === 'one.Then two.Then');
    await api.trpc.discussion.remove.mutate({ discussionId });
    await until(() => marked(writer.doc)[discussionId] === undefined);
    const many = Array.from({ length: MAX_ANCHOR_BLOCKS }, () => ({ blockId: b, quote: 'Then' }));
    await expectRefused(comment({ blockId: a, quote: 'one', further: many }), 'invalidInput');
  });

  it('stay marked while others write before, in and after them, at two servers', async () => {
    const a = await stage.edit();
    const b = await stage.edit((await stage.person()).api, second);
    a.write('The quick fox jumps');
    await a.saved();
    const blockId = blockWith(a, 'quick');
    await until(() => b.text().includes('jumps'));
    let open = true;
    const typing = (async () => {
      while (open) {
        textOfBlock(a, blockId).insert(0, 'a');
        const text = textOfBlock(b, blockId);
        text.insert(text.length, 'b');
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    })();
    const made = await comment({ blockId, quote: 'quick fox', start: 4 });
    const overlapping = await comment({ blockId, quote: 'fox jumps', start: 10 });
    open = false;
    await typing;
    const both = (doc: Y.Doc) => {
      const found = marked(doc);
      return found[made.discussionId] === 'quick fox' && found[overlapping.discussionId] === 'fox jumps';
    };
    await until(() => both(a.doc) && both(b.doc) && a.text() === b.text());
    const text = textOfBlock(a, blockId);
    text.insert(
      text
        .toString()
        .replaceAll(/<[^>]*>/gu, '')
        .indexOf('fox'),
      'brown ',
    );
    await a.saved();
    await until(() => marked(b.doc)[made.discussionId] === 'quick brown fox');
    expect((await storedMarks())[made.discussionId]).toBe('quick brown fox');
    expect(a.text()).toBe(b.text());
  });

  it('are the nearest of several equal ones, and need not be there at all', async () => {
    const a = await stage.edit();
    a.write('no no no');
    await a.saved();
    const blockId = blockWith(a, 'no');
    const { discussionId } = await comment({ blockId, quote: 'no', start: 4 });
    await until(() => marked(a.doc)[discussionId] === 'no');
    const pieces = textOfBlock(a, blockId).toDelta() as { insert: string }[];
    expect(pieces.map(({ insert }) => insert)).toEqual(['no ', 'no', ' no']);
    const before = (await storedDocument(server.db, stage.documentId)).seq;
    const absent = await comment({ blockId, quote: 'yes' });
    expect(absent.discussions[0]).toMatchObject({ blockId, quote: 'yes' });
    const elsewhere = await comment({ blockId: 'nowhere', quote: 'no' });
    expect(elsewhere.discussions[0]).toMatchObject({ blockId: null, quote: 'no' });
    expect((await storedDocument(server.db, stage.documentId)).seq).toBe(before);
    expect(Object.keys(await storedMarks())).toEqual([discussionId]);
  });

  it('go across a mention, and are never those of nested blocks', async () => {
    const a = await stage.edit();
    a.write('Ask ');
    await a.saved();
    const blockId = blockWith(a, 'Ask');
    const paragraph = textOfBlock(a, blockId).parent as Y.XmlElement;
    const mention = new Y.XmlElement('mention');
    paragraph.insert(1, [mention, new Y.XmlText(' today')]);
    mention.setAttribute('label', 'Bo');
    const container = paragraph.parent as Y.XmlElement;
    const group = new Y.XmlElement('blockGroup');
    const child = new Y.XmlElement('blockContainer');
    container.insert(1, [group]);
    group.insert(0, [child]);
    child.setAttribute('id', 'child');
    const inner = new Y.XmlElement('paragraph');
    child.insert(0, [inner]);
    inner.insert(0, [new Y.XmlText('nested words')]);
    await a.saved();
    const made = await comment({ blockId, quote: 'Ask @Bo to' });
    const outer = await comment({ blockId, quote: 'nested' });
    const nested = await comment({ blockId: 'child', quote: 'nested' });
    await until(() => marked(a.doc)[nested.discussionId] === 'nested');
    expect(marked(a.doc)).toEqual({ [made.discussionId]: 'Ask  to', [nested.discussionId]: 'nested' });
    expect(outer.discussions[0]?.blockId).toBe(blockId);
  });

  it('lose their mark with the discussion, keep it when it is resolved, and are quoted when they are gone', async () => {
    const a = await stage.edit();
    a.write('keep these words');
    a.write('and those');
    await a.saved();
    const first = await comment({ blockId: blockWith(a, 'keep'), quote: 'these words' });
    const other = await comment({ blockId: blockWith(a, 'those'), quote: 'those' });
    await until(() => marked(a.doc)[other.discussionId] === 'those');
    await stage.api.trpc.discussion.resolve.mutate({ discussionId: first.discussionId });
    expect((await storedMarks())[first.discussionId]).toBe('these words');
    await stage.api.trpc.discussion.remove.mutate({ discussionId: first.discussionId });
    await until(() => marked(a.doc)[first.discussionId] === undefined);
    expect(a.text()).toBe('keep these words\nand those');
    const text = textOfBlock(a, blockWith(a, 'those'));
    text.delete(0, text.length);
    await a.saved();
    const { list } = await stage.api.trpc.discussion.list.query({ documentId: stage.documentId });
    expect(list).toMatchObject([{ id: other.discussionId, quote: 'those' }]);
    expect(await storedMarks()).toEqual({});
  });

  it('never make anybody the writer of the document', async () => {
    const a = await stage.edit();
    a.write('words');
    await a.saved();
    const other = await stage.person();
    await comment({ blockId: blockWith(a, 'words'), quote: 'words' }, other.api);
    const row = await server.db
      .selectFrom('document')
      .select('updaterId')
      .where('channelId', '=', stage.documentId)
      .executeTakeFirstOrThrow();
    expect(row.updaterId).toBe(stage.owner.id);
  });
});
