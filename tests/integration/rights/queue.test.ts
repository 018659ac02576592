import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { openConversation, useTalkingServer } from '../message/conversation.ts';
import { whileWaiting } from './waiting.ts';

const server = useTalkingServer();

it('a queued message is not stored for an author suspended as its turn came', async () => {
  const talk = await openConversation(server, { name: 'Named' });
  const { channelId, app } = talk;
  await talk.api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'edit' });
  const { user, api } = await talk.person();
  await talk.api.trpc.message.send.mutate({ channelId, text: '[[tokens 100000]] [[delay 3]] Long' });
  const { queuedId } = await api.trpc.message.send.mutate({ channelId, text: 'Of somebody who leaves' });
  expect(queuedId).not.toBeNull();
  const waiting = () =>
    server.db.selectFrom('queued_message').select('id').where('channelId', '=', channelId).execute();
  const { asked, waited } = await whileWaiting(
    server.db,
    async () => {
      // As if somebody stopped the answer, which by a call would wait for the lock itself.
      await server.db
        .updateTable('turn')
        .set({ stopRequestedAt: sql`now()` })
        .where('channelId', '=', channelId)
        .execute();
      await until('the message is taken', async () => (await waiting()).length === 0, 30_000);
    },
    (tx) => tx.updateTable('member').set({ suspendedAt: sql`now()` }).where('userId', '=', user.id).execute(),
  );
  await asked;
  expect(waited).toBe(true);
  const written = await server.db
    .selectFrom('message')
    .select('id')
    .where('authorId', '=', user.id)
    .execute();
  expect(written).toEqual([]);
  await talk.live.until(({ queue }) => queue.length === 0, 'an empty queue');
  expect(talk.live.list).toHaveLength(2);
  await talk.close();
});
