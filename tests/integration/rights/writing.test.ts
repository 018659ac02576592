import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { openDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';
import { whileWaiting } from './waiting.ts';

const server = useServer();

/** The author of each change of a document. */
const rowsOf = (documentId: string) =>
  server.db.selectFrom('document_update').select('userId').where('documentId', '=', documentId).execute();

it.each(['is suspended', 'loses the grant'])(
  'words of a writer who %s first are not stored',
  async (how) => {
    const fixture = await openDocument(server);
    await fixture.allow('view');
    const { user, api } = await fixture.person();
    await makeGrant(server.db, {
      ...{ targetId: fixture.documentId, teamId: fixture.team.id, userId: user.id, level: levelRank.edit },
    });
    const colleague = await fixture.edit();
    colleague.write('before');
    await colleague.saved();
    const editor = await fixture.edit(api);
    const sentAway = new Promise((resolve) => editor.provider.on('disconnect', resolve));
    const { asked, waited } = await whileWaiting(
      server.db,
      async () => {
        editor.write('too late');
        // A person who wrote in the same moment loses nothing.
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
    const rows = await rowsOf(fixture.documentId);
    expect(rows.some(({ userId }) => userId === user.id)).toBe(false);
    const late = await fixture.edit();
    expect(late.text()).toBe('before\nin time');
    fixture.close();
  },
  60_000,
);
