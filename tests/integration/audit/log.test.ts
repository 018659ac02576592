import { makeUser } from '@tandem/db/testing/factories/index';
import type { AuditEntry } from '@tandem/shared/audit/schema';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';

const server = useOwnServer();
const team = useTeam(server);
let first: Team;
beforeAll(async () => {
  first = await openTeam(server);
});

const EXPORT = '/api/admin/audit/export';
const list = (input: object = {}) => team.api.trpc.audit.list.query(input);
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);

describe('the audit log', () => {
  it('records who did what to whom, and keeps names as they were', async () => {
    const { user } = await team.person();
    await team.api.trpc.team.setRole.mutate({ userId: user.id, role: 'admin' });
    await server.db.updateTable('user').set({ name: 'Renamed' }).where('id', '=', user.id).execute();
    const [entry] = (await list()).list;
    expect(entry).toMatchObject({
      actor: { id: team.owner.id, name: team.owner.name },
      action: 'member.role',
      target: { kind: 'user', id: String(user.id), name: user.name },
      detail: { from: 'member', to: 'admin' },
    });
    expect(entry?.createdAt).toBeInstanceOf(Date);
  });

  it('can neither be changed nor emptied, by any statement', async () => {
    await team.api.trpc.team.rename.mutate({ name: 'Other' });
    for (const statement of [
      sql`update "audit_entry" set "actorName" = 'nobody'`,
      sql`delete from "audit_entry"`,
      sql`truncate "audit_entry"`,
    ])
      await expect(statement.execute(server.db)).rejects.toThrow(/neither changed nor removed/);
    expect((await list()).list).toHaveLength(1);
  });

  it('has no entry for what did not happen', async () => {
    await expectRefused(team.api.trpc.team.leave.mutate(), 'lastOwner');
    await expectRefused(
      team.api.trpc.team.setRole.mutate({ userId: team.owner.id, role: 'guest' }),
      'lastOwner',
    );
    expect((await list()).list).toEqual([]);
  });

  it.each(['lina', 'ln', 'Li Na', '李娜', '李na'])(
    'finds people by the spelling of their names: %s',
    async (query) => {
      const [lina, other] = [await team.person('admin'), await team.person()];
      await lina.api.trpc.user.update.mutate({ name: '李娜' });
      await team.api.trpc.team.setRole.mutate({ userId: other.user.id, role: 'guest' });
      await lina.api.trpc.space.create.mutate({ name: 'Donau' });
      await team.api.trpc.team.setRole.mutate({ userId: lina.user.id, role: 'member' });
      await team.api.trpc.grant.set.mutate({ appId: team.app.id, userId: lina.user.id, permission: 'edit' });
      const actions = async () => (await list({ query })).list.map(({ action }) => action);
      expect(await actions()).toEqual(['grant.set', 'member.role', 'space.create']);
      // Entries hold names as they were.
      await lina.api.trpc.user.update.mutate({ name: 'Max' });
      await team.api.trpc.team.setRole.mutate({ userId: lina.user.id, role: 'guest' });
      expect((await list({ query: 'Max' })).list).toHaveLength(1);
    },
  );

  it('is read page by page, by action, actor, words and time', async () => {
    const { user, api } = await team.person('admin');
    for (const name of ['One', 'Two', 'Three']) await team.api.trpc.team.rename.mutate({ name });
    await api.trpc.space.create.mutate({ name: 'Blaue Donau' });
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 2, cursor });
      paged.push(...page.list.map(({ target }) => target?.name ?? ''));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(['Blaue Donau', 'Three', 'Two', 'One']);
    expect((await list({ action: 'team.rename' })).list).toHaveLength(3);
    expect((await list({ actorId: user.id })).list).toHaveLength(1);
    expect((await list({ query: 'DONAU' })).list).toHaveLength(1);
    expect((await list({ query: '%' })).list).toEqual([]);
    const now = new Date().toISOString();
    expect((await list({ from: now })).list).toEqual([]);
    expect((await list({ to: now })).list).toHaveLength(4);
    for (const odd of [
      { cursor: 'x' },
      { cursor: Buffer.from('[0]').toString('base64url') },
      { action: 'nothing.such' },
      { from: 'yesterday' },
      { from: '0000-01-01T00:00:00Z' },
      { to: '+275760-09-13T00:00:00Z' },
      { teamId: first.team.id },
    ])
      await expectRefused(list(odd), 'invalidInput');
  });

  it('is for administrators; the installation’s is for operators', async () => {
    await team.api.trpc.team.rename.mutate({ name: 'Ours' });
    for (const role of ['member', 'guest'] as const) {
      const { api } = await team.person(role);
      await expectRefused(api.trpc.audit.list.query({}), 'forbidden');
      expect((await api.get(EXPORT)).status).toBe(403);
    }
    await expectRefused(list({ of: 'installation' }), 'forbidden');
    expect((await team.api.get(EXPORT, { of: 'installation' })).status).toBe(403);
    const theirs = (await first.api.trpc.audit.list.query({})).list;
    expect(theirs.some(({ target }) => target?.name === 'Ours')).toBe(false);
    const ofAll = (await first.api.trpc.audit.list.query({ of: 'installation' })).list;
    expect(ofAll.every(({ target }) => target?.id !== team.team.id)).toBe(true);
  });

  it('hides the name of a private conversation', async () => {
    const channel = await team.api.trpc.channel.create.mutate({ appId: team.app.id, name: 'Salary of Bob' });
    await team.api.trpc.channel.setVisibility.mutate({ channelId: channel.id, visibility: 'private' });
    await team.api.trpc.channel.remove.mutate({ channelId: channel.id });
    expect(JSON.stringify(await list())).not.toContain('Salary');
  });

  it('records created teams and deleted accounts', async () => {
    const { id } = await first.api.trpc.team.create.mutate({ name: 'Second' });
    const made = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('teamId', '=', id)
      .orderBy('number')
      .execute();
    expect(made.map(({ action }) => action)).toEqual([
      'member.join',
      'team.create',
      'space.create',
      'app.create',
    ]);
    await first.api.trpc.team.setPreference.mutate({ theme: 'dark' });
    expect((await first.api.trpc.audit.list.query({ action: 'team.preference' })).list[0]?.detail).toEqual({
      theme: { from: null, to: 'dark' },
    });
    const gone = await makeUser(server.db, { name: 'Goes Away' });
    const api = await server.as(gone.id);
    await api.trpc.user.sendRemovalCode.mutate();
    const code = await server.mail.codeFor(gone.email);
    await api.trpc.user.remove.mutate({ code });
    const [entry] = (await first.api.trpc.audit.list.query({ of: 'installation', action: 'user.remove' }))
      .list;
    expect(entry?.actor).toEqual({ id: gone.id, name: 'Goes Away' });
  });
});

describe('the export', () => {
  it('is one entry a line, newest first, and records itself', async () => {
    for (const name of ['One', 'Two']) await team.api.trpc.team.rename.mutate({ name });
    const answer = await team.api.get(EXPORT);
    expect(answer.headers.get('content-type')).toContain('x-ndjson');
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename=audit-log-[\d-]+\.jsonl/);
    expect(linesOf(answer.text).map(({ action }) => action)).toEqual([
      'audit.export',
      'team.rename',
      'team.rename',
    ]);
    const some = await team.api.get(EXPORT, { action: 'team.rename', query: 'two' });
    expect(linesOf(some.text).map(({ target }) => target?.name)).toEqual(['Two']);
  });

  it('of 100,000 entries is not held in memory', { timeout: 60_000 }, async () => {
    await sql`
      insert into "audit_entry" ("teamId", "action", "targetName", "detail")
      select ${team.team.id}, 'team.rename', 'Name ' || "n", jsonb_build_object('padding', repeat('x', 300))
      from generate_series(1, 100000) as "n"
    `.execute(server.db);
    const token = team.api.token ?? '';
    const response = await fetch(server.url + EXPORT, { headers: { authorization: `Bearer ${token}` } });
    let bytes = 0;
    let lines = 0;
    const before = process.memoryUsage().rss;
    let most = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines++;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(lines).toBe(100_001);
    expect(bytes).toBeGreaterThan(40_000_000);
    // Server and reader are one process here.
    expect(most).toBeLessThan(150_000_000);
  });
});
