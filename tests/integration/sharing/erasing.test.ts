import { transaction } from '@tandem/db';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConversation, useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useTalkingServer();
const talk = useConversation(server, { inputPrice: 1_000_000, outputPrice: 1_000_000 });

const usage = () => server.db.selectFrom('usage').selectAll().where('teamId', '=', talk.team.id).execute();
const audited = async () =>
  (
    await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('teamId', '=', talk.team.id)
      .orderBy('number')
      .execute()
  ).map(({ action }) => action);

describe('permanent deletion during an answer', () => {
  it.each(['channel', 'app'] as const)('is refused until the answer has ended (%s)', async (kind) => {
    const { trpc } = talk.api;
    const { channelId } = talk;
    const appId = talk.app.id;
    const remove = () =>
      kind === 'app' ? trpc.app.remove.mutate({ appId }) : trpc.channel.remove.mutate({ channelId });
    const erase = () =>
      kind === 'app' ? trpc.app.erase.mutate({ appId }) : trpc.channel.erase.mutate({ channelId });
    await trpc.budget.set.mutate({ period: 'month', amount: 1_000_000 });
    await trpc.message.send.mutate({ channelId, text: '[[tokens 100000]] [[delay 5]] Long' });
    await talk.live.until(({ texts }) => (texts[1] ?? '').length > 20, 'some words');
    await transaction(server.db, async (tx) => {
      // Without its channel's head no turn can end.
      await tx
        .selectFrom('channel_head')
        .select('channelId')
        .where('channelId', '=', channelId)
        .forUpdate()
        .execute();
      await remove();
      await expectRefused(erase(), 'eraseTooSoon');
      expect(await audited()).not.toContain(`${kind}.erase`);
    });
    await expect.poll(async () => (await usage()).length).toBe(1);
    const [row] = await usage();
    expect(row).toMatchObject({ status: 'stopped', channelId, appId });
    expect(row?.outputTokens).toBeGreaterThan(0);
    expect(await erase()).toEqual({ erased: 1 });
    // The usage stays, and nothing is reserved for deleted things.
    expect(await usage()).toMatchObject([{ id: row?.id, cost: row?.cost, channelId: null }]);
    const { budget } = await trpc.budget.get.query({});
    expect(budget).toMatchObject({ spent: row?.cost, reserved: 0 });
  });
});

/** Waits until this many transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as "n" from pg_stat_activity
      where "datname" = current_database() and "wait_event_type" = 'Lock'`.execute(server.db);
    return rows[0]?.n;
  };
  await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBe(count);
}

it.each(['channel', 'app'] as const)(
  'permanent deletion does nothing to things restored meanwhile, and is not reported as done (%s)',
  async (kind) => {
    const { trpc } = talk.api;
    const { channelId } = talk;
    const appId = talk.app.id;
    if (kind === 'app') await trpc.app.remove.mutate({ appId });
    else await trpc.channel.remove.mutate({ channelId });
    const { restored, erased } = await transaction(server.db, async (tx) => {
      await tx.selectFrom('app').select('id').where('id', '=', appId).forNoKeyUpdate().execute();
      const restored: Promise<unknown> =
        kind === 'app' ? trpc.app.restore.mutate({ appId }) : trpc.channel.restore.mutate({ channelId });
      await untilWaiting(1);
      const erased =
        kind === 'app' ? trpc.app.erase.mutate({ appId }) : trpc.channel.erase.mutate({ channelId });
      await untilWaiting(2);
      return { restored, erased };
    });
    await restored;
    expect(await erased).toEqual({ erased: 0 });
    expect(await audited()).toEqual([`${kind}.remove`, `${kind}.restore`]);
    expect(await trpc.channel.get.query({ channelId })).toMatchObject({ name: 'Named' });
  },
);
