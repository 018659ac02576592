import { replaceContent } from '@tandem/api/document/document/replace';
import { readContent } from '@tandem/api/document/model/content';
import { afterEach, describe, expect, it } from 'vitest';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

const server = useServer();
const editors: TestEditor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});

async function makeDocument() {
  const team = await openTeam(server);
  const { id } = await team.api.trpc.channel.create.mutate({
    appId: team.app.id,
    kind: 'document',
    name: 'Plan',
  });
  const open = async () => {
    const editor = await openEditor(server.url, id, team.api.token as string);
    editors.push(editor);
    return editor;
  };
  return { ...team, documentId: id, open };
}

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text, styles: {} }],
});

/** Content with its blocks as values: the database writes their JSON its own way. */
const parsed = ({ blocksJson, ...rest }: Awaited<ReturnType<typeof readContent>>) => ({
  ...rest,
  blocks: JSON.parse(blocksJson),
});

describe('reading a document', () => {
  it('returns its current content, cached until it changes', async () => {
    const { documentId, owner } = await makeDocument();
    const db = server.platform.database.db;
    expect(await readContent(db, documentId)).toMatchObject({ seq: 1, text: '', wordCount: 0 });
    const blocks = [paragraph('Hello, it’s 你好'), paragraph('nul \0 and half \ud800 a pair')];
    const { seq } = await replaceContent(server.platform, documentId, {
      userId: owner.id,
      content: { blocks },
    });
    const content = await readContent(db, documentId);
    expect(content).toMatchObject({
      seq,
      text: 'Hello, it’s 你好\nnul  and half \ufffd a pair',
      wordCount: 9,
    });
    expect(parsed(content).blocks).toHaveLength(2);
    expect(parsed(await readContent(db, documentId))).toEqual(parsed(content));
  });

  it('parses a long one once for all who ask at the same time', async () => {
    const { documentId, owner } = await makeDocument();
    const db = server.platform.database.db;
    const blocks = Array.from({ length: 3_000 }, (_, n) => paragraph(`line ${n} of a long document`));
    await replaceContent(server.platform, documentId, { userId: owner.id, content: { blocks } });
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(async () => parsed(await readContent(db, documentId))),
    );
    expect(first?.blocks).toHaveLength(3_000);
    expect(first?.wordCount).toBe(18_000);
    for (const other of others) expect(other).toEqual(first);
  });

  it('refuses a change made for an older state', async () => {
    const { documentId } = await makeDocument();
    const write = (ifSeq: number) =>
      replaceContent(server.platform, documentId, {
        userId: null,
        content: { blocks: [paragraph('x')] },
        ifSeq,
      });
    await write(1);
    await expect(write(1)).rejects.toMatchObject({ key: 'documentChanged' });
    await expect(
      replaceContent(server.platform, crypto.randomUUID(), { userId: null, content: { blocks: [] } }),
    ).rejects.toMatchObject({ key: 'notFound' });
  });

  it('reaches everyone who has it open, and loses nothing they write', async () => {
    const { documentId, open } = await makeDocument();
    const [a, b] = [await open(), await open()];
    a.write('from a');
    await a.saved();
    await Promise.all([
      replaceContent(server.platform, documentId, {
        userId: null,
        content: { blocks: [paragraph('by the server')] },
      }),
      b.saved(),
    ]);
    b.write('from b');
    await b.saved();
    await expect.poll(() => a.text(), { timeout: 8_000 }).toBe(b.text());
    expect(a.text()).toContain('by the server');
    expect(a.text()).toContain('from b');
  });
});

describe('words in a document', () => {
  it('are searchable a moment later, for anyone who may see it', async () => {
    const { api, documentId, person, open } = await makeDocument();
    const editor = await open();
    editor.write('the xylophone concerto 木琴协奏曲');
    await editor.saved();
    const found = async (who: typeof api, query: string) => {
      const { groups } = await who.trpc.search.find.query({ query, kinds: ['document'] });
      return groups.flatMap(({ hits }) => hits.map(({ id }) => id));
    };
    await expect.poll(() => found(api, 'xylophone conc'), { timeout: 20_000 }).toEqual([documentId]);
    expect(await found(api, '协奏')).toEqual([documentId]);
    expect(await found((await person('guest')).api, 'xylophone')).toEqual([]);
    expect(await found((await openTeam(server)).api, 'xylophone')).toEqual([]);
    await api.trpc.channel.remove.mutate({ channelId: documentId });
    expect(await found(api, 'xylophone')).toEqual([]);
  });
});
