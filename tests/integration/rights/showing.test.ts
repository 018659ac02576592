import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestEditor } from '../../running/editor.ts';
import { until } from '../../running/live.ts';
import { blockWith, textOfBlock, useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';
import { whileWaiting } from './waiting.ts';

const server = useServer();
const fixture = useDocument(server);
beforeEach(async () => {
  await fixture.allow('view');
});

/** A person with a grant to edit. */
async function writer() {
  const { user, api } = await fixture.person();
  await makeGrant(server.db, {
    ...{ targetId: fixture.documentId, teamId: fixture.team.id, userId: user.id, level: levelRank.edit },
  });
  return { userId: user.id, editor: await fixture.edit(api) };
}

/** Whether these words were ever in an editor from now on, even for a moment. */
function watch(editor: TestEditor, words: string): () => boolean {
  let wasThere = editor.text().includes(words);
  editor.doc.on('update', () => {
    wasThere ||= editor.text().includes(words);
  });
  return () => wasThere;
}

const arrived = ({ provider }: TestEditor) =>
  until('the server has what was written', () => !provider.hasUnsyncedChanges);
/** Fulfilled when an editor's words are stored, also if it has to come back first. */
const saved = (editor: TestEditor) =>
  until(
    'it is stored',
    () =>
      editor.saved().then(
        () => true,
        () => false,
      ),
    40_000,
  );
const times = (text: string, words: string) => text.split(words).length - 1;

describe('words of a document that are not stored yet', () => {
  it('are seen by nobody else, and by everybody once they are', { timeout: 60_000 }, async () => {
    const { editor } = await writer();
    const colleague = await fixture.edit();
    const wasSeen = watch(colleague, 'soon');
    let newcomer: Promise<TestEditor> | null = null;
    const { waited } = await whileWaiting(
      server.db,
      async () => {
        editor.write('soon');
        await saved(editor);
      },
      async () => {
        newcomer = fixture.edit();
        colleague.write('meanwhile');
        await arrived(colleague);
        expect(wasSeen()).toBe(false);
      },
    );
    expect(waited).toBe(true);
    await until('the colleague has it', () => colleague.text().includes('soon'));
    await until('the writer has the colleague’s', () => editor.text().includes('meanwhile'));
    const late = (await newcomer) as TestEditor | null;
    await until('whoever came meanwhile has it', () => late?.text() === editor.text());
  });

  it('are not applied when their writer loses the right to write', { timeout: 90_000 }, async () => {
    const { userId, editor } = await writer();
    const colleague = await fixture.edit();
    const leaving = await fixture.edit();
    colleague.write('before');
    await saved(colleague);
    await until('the writer has it', () => editor.text().includes('before'));
    const block = blockWith(editor, 'before');
    const seen = [colleague, leaving].map((each) => watch(each, 'late'));
    const sentAway = new Promise((resolve) => editor.provider.on('disconnect', resolve));
    let newcomer: Promise<TestEditor> | null = null;
    const { asked, waited } = await whileWaiting(
      server.db,
      async () => {
        textOfBlock(editor, block).insert(0, 'too late ');
        editor.write('too late as well');
        await sentAway;
      },
      async (tx) => {
        newcomer = fixture.edit();
        textOfBlock(colleague, block).insert(0, 'in time ');
        await arrived(colleague);
        // One that has no connection when the words are refused is told nothing of it.
        leaving.write('from afar');
        leaving.provider.configuration.websocketProvider.webSocket?.close();
        await tx.deleteFrom('grant').where('userId', '=', userId).execute();
      },
    );
    await asked;
    expect(waited).toBe(true);
    const late = (await newcomer) as TestEditor | null;
    for (const each of [colleague, leaving]) await saved(each);
    const text = (await fixture.edit()).text();
    for (const words of ['in time', 'from afar', 'before'])
      expect([words, times(text, words)]).toEqual([words, 1]);
    expect(text).not.toContain('late');
    await until('everybody has the same', () =>
      [colleague, leaving, late].every((each) => each?.text() === text),
    );
    expect(seen.map((wasSeen) => wasSeen())).toEqual([false, false]);
  });
});
