import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../running/depth.ts';
import { useServer } from '../harness/server.ts';
import { whileWaiting } from '../rights/waiting.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';
import { markdownOf } from './exchange.ts';

// Changing documents while others change them, their rights, or nothing. The set-up of these suites fails
// each test during which the event loop is blocked for more than a second.

const server = useServer();

async function makeDocument() {
  const team = await openTeam(server);
  const { app, document } = await team.api.trpc.document.createApp.mutate({ name: 'Notes' });
  return { ...team, appId: app.id, documentId: document.id };
}

describe('a change of a document', () => {
  it.each(['put', 'append', 'discuss', 'suggest'] as const)(
    'is not stored when the right to it ends first: %s',
    async (how) => {
      const { api, team, documentId, person } = await makeDocument();
      await api.trpc.document.putContent.mutate({ documentId, content: 'As it was' });
      const guest = await person('guest');
      const userId = guest.user.id;
      await makeGrant(server.db, {
        teamId: team.id,
        targetId: documentId,
        userId,
        level: levelRank.edit,
      });
      const { trpc } = guest.api;
      const calls: Record<typeof how, () => Promise<unknown>> = {
        put: () => trpc.document.putContent.mutate({ documentId, content: 'Overwritten' }),
        append: () => trpc.document.append.mutate({ documentId, content: 'Added' }),
        discuss: () => trpc.discussion.create.mutate({ documentId, text: 'Why?' }),
        suggest: () => trpc.suggestion.accept.mutate({ documentId, text: 'Better' }),
      };
      const { asked, waited } = await whileWaiting<unknown>(server.db, calls[how], (tx) =>
        tx.deleteFrom('grant').where('userId', '=', userId).execute(),
      );
      expect(waited).toBe(true);
      await expectRefused(asked, 'notFound');
      expect(await markdownOf(api, documentId)).toBe('As it was\n');
      expect((await api.trpc.discussion.list.query({ documentId })).list).toEqual([]);
      expect((await api.trpc.version.list.query({ documentId })).list).toEqual([]);
    },
  );

  it('is stored once each when many arrive at the same time', async () => {
    const { api, documentId } = await makeDocument();
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n}`);
    await Promise.all(lines.map((content) => api.trpc.document.append.mutate({ documentId, content })));
    const stored = (await markdownOf(api, documentId)).split('\n').filter((line) => line !== '');
    expect(stored.toSorted()).toEqual(lines.toSorted());
  });

  it('inserts nothing twice when two people put the same', async () => {
    const { api, documentId, person } = await makeDocument();
    const colleague = await person('member');
    const content = '# Plan\n\nFirst, second and third.';
    await Promise.all(
      [api, colleague.api].map(({ trpc }) => trpc.document.putContent.mutate({ documentId, content })),
    );
    expect(await markdownOf(api, documentId)).toBe(`${content}\n`);
  });

  it('is refused when made for another state, even when that is noticed only at the end', async () => {
    const { api, documentId } = await makeDocument();
    const { seq } = await api.trpc.document.putContent.mutate({ documentId, content: 'one' });
    const outcomes = await Promise.allSettled(
      ['two', 'three'].map((content) =>
        api.trpc.document.putContent.mutate({ documentId, content, ifSeq: seq }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

/** Blocks of one of the four writings it takes to make a large document. */
const QUARTER = atDepth(2_490, 4_990);

describe(`a document of ${4 * (QUARTER + 10)} blocks`, () => {
  it('is written, appended to and read in pieces while the server goes on', {
    timeout: 300_000,
  }, async () => {
    const { api, documentId } = await makeDocument();
    const { trpc } = api;
    for (let n = 0; n < 4; n += 1)
      await trpc.document.append.mutate({ documentId, content: '# a\n'.repeat(QUARTER) });
    for (const content of ['one more', 'and another'])
      await trpc.document.append.mutate({ documentId, content });
    const [first] = await Promise.all(
      Array.from({ length: 4 }, () => trpc.document.changes.query({ documentId, after: 0 })),
    );
    expect(first?.update?.length).toBeGreaterThan(200 * QUARTER);
    expect(await markdownOf(api, documentId)).toMatch(/one more\n\nand another\n$/u);
  });
});

describe('tables of ordinary size', () => {
  it.each([
    [100, 10],
    [40, 40],
  ])('of %i rows and %i columns survive the round trip', async (rows, columns) => {
    const { api, documentId } = await makeDocument();
    const line = (word: string) =>
      `| ${Array.from({ length: columns }, (_, n) => `${word}${n}`).join(' | ')} |`;
    const content = [
      line('head'),
      `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`,
      ...Array.from({ length: rows - 1 }, (_, n) => line(`row${n}x`)),
    ].join('\n');
    await api.trpc.document.putContent.mutate({ documentId, content });
    const squeezed = (text: string) => text.replaceAll(/ +/gu, ' ').replaceAll(/-+/gu, '-').trim();
    expect(squeezed(await markdownOf(api, documentId))).toBe(squeezed(content));
  });
});
