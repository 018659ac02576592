import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { whileWaiting } from './waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Who wrote each change of a document. */
const rowsOf = (documentId: string) =>
  server.db.selectFrom('document_update').select('userId').where('documentId', '=', documentId).execute();

it.each(['is suspended', 'loses the grant'])(
  'words are not stored of a writer who %s before they are',
  async (how) => {
    const stage = await openDocument(server);
    await stage.allow('view');
    const { user, api } = await stage.person();
    await makeGrant(server.db, {
      ...{ targetId: stage.documentId, teamId: stage.team.id, userId: user.id, level: levelRank.edit },
    });
    const colleague = await stage.edit();
    colleague.write('before');
    await colleague.saved();
    const editor = await stage.edit(api);
    const sentAway = new Promise((resolve) => editor.provider.on('disconnect', resolve));
    const { asked, waited } = await whileWaiting(
      server.db,
      async () => {
        editor.write('too late');
        // Whoever wrote in the same moment loses nothing.
        colleague.write('in time');
        await sentAway;
      },
      async (tx) => {
        if (how === 'is suspended')
          await tx
            .updateTable('member')
            .set({ suspendedAt: sql`now()` })
            .where('userId', '=', user.id)
            .execute();
        else await tx.deleteFrom('grant').where('userId', '=', user.id).execute();
      },
    );
    await asked;
    expect(waited).toBe(true);
    await until(
      'the colleague goes on',
      () =>
        colleague.saved().then(
          () => true,
          () => false,
        ),
      40_000,
    );
    const rows = await rowsOf(stage.documentId);
    expect(rows.some(({ userId }) => userId === user.id)).toBe(false);
    const late = await stage.edit();
    expect(late.text()).toBe('before\nin time');
    stage.close();
  },
  60_000,
);
