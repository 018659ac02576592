import { type Anchor, MAX_ANCHOR_BLOCKS } from '@tandem/shared/discussion/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { storedDocument } from '../../running/stored.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';
import { blockWith, marked, textOfBlock, useDocument } from './fixture.ts';

const server = useServer();
const second = useServerBeside(server);
const fixture = useDocument(server);

const until = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 8_000, interval: 10 }).toBe(true);
const storedMarks = async () => marked((await storedDocument(server.db, fixture.documentId)).doc);

function comment(anchor: Anchor, api = fixture.api) {
  return api.trpc.discussion.create.mutate({ documentId: fixture.documentId, text: 'Why?', anchor });
}

describe('the anchor of a discussion', () => {
  it('is marked in the document for a commenter, who cannot edit its text', async () => {
    const writer = await fixture.edit();
    writer.write('one two three two');
    await writer.saved();
    await fixture.allow('comment');
    const commenter = await fixture.person();
    const reader = await fixture.edit(commenter.api, second);
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

  it('is marked in every block it spans, and removed from all', async () => {
    const { api, documentId } = fixture;
    const content = 'First one.\n\nThen two.\n\n- Then three';
    await api.trpc.document.putContent.mutate({ documentId, content });
    const writer = await fixture.edit();
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

  it('stays marked while others write before, in and after it, on two servers', async () => {
    const a = await fixture.edit();
    const b = await fixture.edit((await fixture.person()).api, second);
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

  it('is the nearest of several equal passages, and may be missing', async () => {
    const a = await fixture.edit();
    a.write('no no no');
    await a.saved();
    const blockId = blockWith(a, 'no');
    const { discussionId } = await comment({ blockId, quote: 'no', start: 4 });
    await until(() => marked(a.doc)[discussionId] === 'no');
    const pieces = textOfBlock(a, blockId).toDelta() as { insert: string }[];
    expect(pieces.map(({ insert }) => insert)).toEqual(['no ', 'no', ' no']);
    const before = (await storedDocument(server.db, fixture.documentId)).seq;
    const absent = await comment({ blockId, quote: 'yes' });
    expect(absent.discussions[0]).toMatchObject({ blockId, quote: 'yes' });
    const elsewhere = await comment({ blockId: 'nowhere', quote: 'no' });
    expect(elsewhere.discussions[0]).toMatchObject({ blockId: null, quote: 'no' });
    expect((await storedDocument(server.db, fixture.documentId)).seq).toBe(before);
    expect(Object.keys(await storedMarks())).toEqual([discussionId]);
  });

  it('spans a mention, and never nested blocks', async () => {
    const a = await fixture.edit();
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

  it('is unmarked with the discussion, stays when it is resolved, and is quoted when its words are gone', async () => {
    const a = await fixture.edit();
    a.write('keep these words');
    a.write('and those');
    await a.saved();
    const first = await comment({ blockId: blockWith(a, 'keep'), quote: 'these words' });
    const other = await comment({ blockId: blockWith(a, 'those'), quote: 'those' });
    await until(() => marked(a.doc)[other.discussionId] === 'those');
    await fixture.api.trpc.discussion.resolve.mutate({ discussionId: first.discussionId });
    expect((await storedMarks())[first.discussionId]).toBe('these words');
    await fixture.api.trpc.discussion.remove.mutate({ discussionId: first.discussionId });
    await until(() => marked(a.doc)[first.discussionId] === undefined);
    expect(a.text()).toBe('keep these words\nand those');
    const text = textOfBlock(a, blockWith(a, 'those'));
    text.delete(0, text.length);
    await a.saved();
    const { list } = await fixture.api.trpc.discussion.list.query({ documentId: fixture.documentId });
    expect(list).toMatchObject([{ id: other.discussionId, quote: 'those' }]);
    expect(await storedMarks()).toEqual({});
  });

  it('never makes anybody a writer of the document', async () => {
    const a = await fixture.edit();
    a.write('words');
    await a.saved();
    const other = await fixture.person();
    await comment({ blockId: blockWith(a, 'words'), quote: 'words' }, other.api);
    const row = await server.db
      .selectFrom('document')
      .select('updaterId')
      .where('channelId', '=', fixture.documentId)
      .executeTakeFirstOrThrow();
    expect(row.updaterId).toBe(fixture.owner.id);
  });
});
