import { randomUUID } from 'node:crypto';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { textOf } from '@tandem/shared/message/parts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { stored, useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { openNotebook, useFakeMcp, useNotebook, write } from './notebook.ts';

const server = useTalkingServer();
const fake = useFakeMcp();
const book = useNotebook(server, fake);

/** The messages that the model was sent last. */
const lastAsked = () =>
  JSON.stringify(
    server.provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body.messages,
  );

describe('a tool that needs consent', () => {
  it('waits, is shown waiting, and runs when someone approves', async () => {
    const id = await book.ask(write());
    const call = await book.call('approval-requested');
    expect(call).toMatchObject({
      title: 'Write a note',
      source: 'Notebook',
      input: { title: 'Milk', text: 'Two bottles' },
      consent: { inputSchema: { required: ['title', 'text'] } },
    });
    await expect
      .poll(async () => JSON.stringify((await stored(server, id)).parts))
      .toContain('approval-requested');
    expect(fake.notes).toEqual([]);
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(fake.notes).toEqual([{ title: 'Milk', text: 'Two bottles' }]);
    const done = await book.call('output-available');
    expect(done).toMatchObject({
      output: 'Note 1 is written: Milk',
      consent: { decision: 'approved', deciderId: book.owner.id },
    });
    expect(done.consent).not.toHaveProperty('inputSchema');
    expect(textOf(book.live.list.at(-1)?.parts ?? [])).toContain('Note 1 is written');
    expect(book.live.breaches).toEqual([]);
  });

  it('runs with the edited input, which is also stored and read by the model', async () => {
    const id = await book.ask(write());
    const changed = { title: 'Oat milk', text: 'One bottle' };
    await book.decide(await book.call('approval-requested'), true, changed);
    await book.live.untilSettled();
    expect(fake.notes).toEqual([changed]);
    expect(await book.call('output-available')).toMatchObject({
      input: changed,
      consent: { isEdited: true },
    });
    expect(JSON.stringify((await stored(server, id)).parts)).not.toContain('Two bottles');
    const calls = /"tool_calls":(\[.*?\])/.exec(lastAsked())?.[1];
    expect(calls).toContain('Oat milk');
    expect(calls).not.toContain('Two bottles');
    const row = await server.db
      .selectFrom('tool_call')
      .selectAll()
      .where('channelId', '=', book.channelId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      decision: 'approved',
      deciderId: book.owner.id,
      input: { title: 'Milk', text: 'Two bottles' },
      decidedInput: changed,
    });
  });

  it('does not run when refused, and the answer continues', async () => {
    await book.ask(write());
    await book.decide(await book.call('approval-requested'), false);
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('done');
    expect(await book.call('output-error')).toMatchObject({
      errorText: expect.stringContaining('refused'),
      consent: { decision: 'refused' },
    });
    expect(fake.notes).toEqual([]);
  });

  it('refuses an input that does not fit the schema, and still waits', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await expectRefused(book.decide(call, true, { title: 'No text' }), 'toolInput');
    await expectRefused(book.decide(call, true, { title: 7, text: 'x' }), 'toolInput');
    await expectRefused(book.decide(call, true, { title: 'x', text: 'x'.repeat(40_000) }), 'toolInput');
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(fake.notes).toHaveLength(1);
  });

  it('accepts the first of many decisions, and runs once', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => book.decide(call, index % 2 === 0)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await book.live.untilSettled();
    expect(fake.notes.length).toBe(tries.findIndex(({ status }) => status === 'fulfilled') % 2 === 0 ? 1 : 0);
    await expectRefused(book.decide(call, true), 'toolDecided');
  });

  it('is decided by editors, and by nobody else', async () => {
    const readers = await Promise.all(
      (['view', 'comment'] as const).map(async (level) => {
        const { user, api } = await book.person('guest');
        await makeGrant(server.db, {
          targetId: book.app.id,
          teamId: book.team.id,
          userId: user.id,
          level: levelRank[level],
        });
        return api;
      }),
    );
    const messageId = await book.ask(write());
    const { toolCallId } = await book.call('approval-requested');
    const input = { channelId: book.channelId, messageId, toolCallId, approve: true };
    for (const api of readers) {
      await expectRefused(api.trpc.message.decideTool.mutate(input), 'forbidden');
      const { list } = await api.trpc.message.list.query({ channelId: book.channelId });
      expect(list.at(-1)).toMatchObject({ abilities: { decide: false } });
    }
    const stranger = await openNotebook(server, fake);
    await expectRefused(stranger.api.trpc.message.decideTool.mutate(input), 'notFound');
    await expectRefused(
      stranger.api.trpc.message.decideTool.mutate({ ...input, channelId: stranger.channelId }),
      'notFound',
    );
    await stranger.close();
    expect(book.live.list.at(-1)).toMatchObject({ abilities: { decide: true } });
    const editor = await book.person('member');
    await makeGrant(server.db, {
      targetId: book.app.id,
      teamId: book.team.id,
      userId: editor.user.id,
      level: levelRank.edit,
    });
    await editor.api.trpc.message.decideTool.mutate(input);
    await book.live.untilSettled();
    expect(fake.notes).toHaveLength(1);
  });

  it('does not run for an asker who lost the right to ask here', async () => {
    const asker = await book.person('guest');
    await makeGrant(server.db, {
      targetId: book.app.id,
      teamId: book.team.id,
      userId: asker.user.id,
      level: levelRank.edit,
    });
    await asker.api.trpc.message.send.mutate({ channelId: book.channelId, text: write() });
    const call = await book.call('approval-requested');
    await server.db.deleteFrom('grant').where('userId', '=', asker.user.id).execute();
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('stopped');
    expect(fake.notes).toEqual([]);
  });

  it('does not run when disabled while it waited', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await book.api.trpc.mcp.setTool.mutate({ toolId: book.toolIds.write_note as string, enabled: false });
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(await book.call('output-error')).toMatchObject({
      errorText: expect.stringContaining('not allowed'),
    });
    expect(fake.notes).toEqual([]);
  });

  it('stops waiting when the answer is stopped, and cannot be approved afterwards', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await book.api.trpc.message.stop.mutate({ channelId: book.channelId });
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('stopped');
    await expectRefused(book.decide(call, true), 'toolDecided');
    expect(await book.call('output-error')).toMatchObject({ errorText: 'This was not finished.' });
    expect(fake.notes).toEqual([]);
  });

  it('holds no process and no lease while it waits', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    const turn = () =>
      server.db
        .selectFrom('turn')
        .select(['ownerId', 'leaseUntil', 'waitingSince'])
        .where('channelId', '=', book.channelId)
        .executeTakeFirstOrThrow();
    await until('it waits', async () => (await turn()).waitingSince !== null);
    expect((await turn()).ownerId).not.toBe(server.platform.processId);
    // Days later.
    await server.db
      .updateTable('tool_call')
      .set({ askedAt: sql`now() - interval '6 days'` })
      .where('channelId', '=', book.channelId)
      .execute();
    expect(book.live.list.at(-1)?.status).toBe('running');
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('done');
    expect(fake.notes).toHaveLength(1);
  });

  it('is refused in a sentence when nobody decides for a week, and the answer continues', async () => {
    await book.ask(write());
    await book.call('approval-requested');
    const expired = server.db
      .updateTable('tool_call')
      .set({ askedAt: sql`now() - interval '8 days'` })
      .where('channelId', '=', book.channelId);
    await expired.execute();
    await book.live.until(({ list }) => list.at(-1)?.status === 'done', 'the end', 30_000);
    expect(await book.call('output-error')).toMatchObject({
      errorText: expect.stringContaining('Nobody decided'),
      consent: { decision: 'expired' },
    });
    expect(fake.notes).toEqual([]);
  }, 60_000);

  it('still waits when the process is gone that showed it, and runs once', async () => {
    const messageId = await book.ask(write());
    const call = await book.call('approval-requested');
    // Another process finds what was stored; what is shown is stored a moment later.
    await expect
      .poll(async () => JSON.stringify((await stored(server, messageId)).parts))
      .toContain('approval-requested');
    const gone = { ownerId: randomUUID(), epoch: 99, leaseUntil: new Date(0), waitingSince: null };
    await server.db.updateTable('turn').set(gone).where('channelId', '=', book.channelId).execute();
    const turn = () =>
      server.db
        .selectFrom('turn')
        .select(['epoch', 'waitingSince'])
        .where('channelId', '=', book.channelId)
        .executeTakeFirstOrThrow();
    await until('it waits', async () => (await turn()).waitingSince !== null, 30_000);
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('done');
    expect(fake.notes).toEqual([{ title: 'Milk', text: 'Two bottles' }]);
  }, 60_000);

  it('is not run when its answer was interrupted after the decision, also when that continues', async () => {
    const messageId = await book.ask(write());
    await book.call('approval-requested');
    await until('it waits', async () => {
      const found = await server.db
        .selectFrom('turn')
        .select('waitingSince')
        .where('channelId', '=', book.channelId)
        .executeTakeFirst();
      return found?.waitingSince !== null;
    });
    // A process took the decision up and was killed: whether it ran the call cannot be known.
    await server.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('tool_call')
        .set({ decision: 'approved', deciderId: book.owner.id })
        .where('channelId', '=', book.channelId)
        .execute();
      await tx
        .updateTable('turn')
        .set({ ownerId: randomUUID(), epoch: 99, leaseUntil: new Date(0), waitingSince: null })
        .where('channelId', '=', book.channelId)
        .execute();
    });
    await book.live.until(({ list }) => list.at(-1)?.status === 'interrupted', 'the end', 30_000);
    const before = server.provider.requests.length;
    await book.api.trpc.message.continue.mutate({ channelId: book.channelId, messageId });
    await expect.poll(() => server.provider.requests.length).toBeGreaterThan(before);
    await book.live.untilSettled();
    expect(fake.notes).toEqual([]);
    // The model gets the call and its result, so that it need not call again. A title may be requested after
    // it.
    const asked = server.provider.requests.slice(before).map(({ body }) => JSON.stringify(body.messages));
    expect(asked[0]).toContain('This was not finished.');
    const calls = book.live.list.at(-1)?.parts.filter((part) => part.type === 'dynamic-tool');
    expect(calls?.map(({ state }) => state)).toEqual(['output-error']);
  }, 60_000);
});
