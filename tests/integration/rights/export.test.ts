import { makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

const MEGABYTE = 1024 * 1024;
const server = useServer();

/** Reads the beginning of an answer, has something happen, and reads the rest. */
async function readAround(path: string, token: string, happen: () => Promise<unknown>) {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  await happen();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return { bytes, isWhole: true };
      bytes += value?.length ?? 0;
    }
  } catch {
    return { bytes, isWhole: false };
  }
}

const suspend = (userId: number, suspendedAt: Date | null) =>
  server.db.updateTable('member').set({ suspendedAt }).where('userId', '=', userId).execute();

it.each(['markdown', 'json'])(
  'the export of a channel as %s ends with the right to see it',
  async (format) => {
    const team = await openTeam(server);
    const { user, api } = await team.person();
    const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Long' });
    for (let index = 0; index < 60; index++)
      await makeMessage(server.db, { channelId, text: 'x'.repeat(MEGABYTE), authorId: user.id });
    const path = `/api/channel/${channelId}/export?format=${format}`;
    const token = api.token as string;
    const seen = await readAround(path, token, () => suspend(user.id, new Date()));
    expect(seen.isWhole).toBe(false);
    expect(seen.bytes).toBeLessThan(40 * MEGABYTE);
    await suspend(user.id, null);
    const whole = await readAround(path, token, async () => {});
    expect(whole.isWhole).toBe(true);
    expect(whole.bytes).toBeGreaterThan(60 * MEGABYTE);
  },
);

it('the export of an audit log ends with the right to read it', async () => {
  const team = await openTeam(server);
  const admin = await team.person('admin');
  await sql`
    insert into "audit_entry" ("teamId", "actorId", "action", "targetName")
    select ${team.team.id}::uuid, ${admin.user.id}, 'channel.move', repeat('x', 1000) from generate_series(1, 60000)
  `.execute(server.db);
  const path = '/api/admin/audit/export';
  const token = admin.api.token as string;
  const demote = (role: 'admin' | 'member') =>
    server.db.updateTable('member').set({ role }).where('userId', '=', admin.user.id).execute();
  const seen = await readAround(path, token, () => demote('member'));
  expect(seen.isWhole).toBe(false);
  expect(seen.bytes).toBeLessThan(40 * MEGABYTE);
  await demote('admin');
  expect((await readAround(path, token, async () => {})).isWhole).toBe(true);
});
