import { setTimeout as sleep } from 'node:timers/promises';
import { writeDecision } from '@tandem/api/content/turn/approval.repo';
import { findOwnTurn } from '@tandem/api/content/turn/turn.repo';
import { Approvals } from '@tandem/api/conversation/turn/approvals';
import { RunningTurn } from '@tandem/api/conversation/turn/running';
import { outsideTools } from '@tandem/api/models/mcp/mcp.service';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { textOf } from '@tandem/shared/message/parts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { startTalkingServer, stored, type TalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { type Notebook, openNotebook, write } from './notebook.ts';

let server: TalkingServer;
let fake: FakeMcp;
let book: Notebook;

beforeAll(async () => {
  server = await startTalkingServer();
  fake = await startFakeMcp();
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(async () => {
  book = await openNotebook(server, fake);
  fake.notes.length = 0;
  return () => book.close();
});

/** The messages that the model was sent last. */
const lastAsked = () =>
  JSON.stringify(
    server.provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body.messages,
  );

describe('a tool that needs consent', () => {
  it('waits, is seen to wait, and runs when someone approves', async () => {
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

  it('runs with what was changed, which is also what is kept and what the model reads', async () => {
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
      .selectFrom('tool_approval')
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

  it('does not run when it is refused, and the answer goes on', async () => {
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

  it('refuses an input that does not fit, and goes on waiting', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await expectRefused(book.decide(call, true, { title: 'No text' }), 'toolInput');
    await expectRefused(book.decide(call, true, { title: 7, text: 'x' }), 'toolInput');
    await expectRefused(book.decide(call, true, { title: 'x', text: 'x'.repeat(40_000) }), 'toolInput');
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(fake.notes).toHaveLength(1);
  });

  it('takes the first of many decisions, and runs once', async () => {
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

  it('is decided by those who may edit, and by nobody else', async () => {
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

  it('does not run for someone who may not ask here any more', async () => {
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

  it('does not run when it was switched off while it waited', async () => {
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

  it('keeps its lease while it waits', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await sleep(12_000);
    expect(book.live.list.at(-1)?.status).toBe('running');
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(book.live.list.at(-1)?.status).toBe('done');
  }, 60_000);

  it('is not run again when an interrupted answer continues', async () => {
    const messageId = await book.ask(write());
    await book.call('approval-requested');
    // Another process finds what was stored; what is shown is stored a moment later.
    await expect
      .poll(async () => JSON.stringify((await stored(server, messageId)).parts))
      .toContain('approval-requested');
    await server.db
      .updateTable('turn')
      .set({ epoch: 99, leaseUntil: new Date(0) })
      .where('channelId', '=', book.channelId)
      .execute();
    await book.live.until(({ list }) => list.at(-1)?.status === 'interrupted', 'the end', 30_000);
    const before = server.provider.requests.length;
    await book.api.trpc.message.continue.mutate({ channelId: book.channelId, messageId });
    await book.live.untilSettled();
    expect(fake.notes).toEqual([]);
    // What was called is told to the model, so that it need not call it again. A title may be asked for after it.
    const asked = server.provider.requests.slice(before).map(({ body }) => JSON.stringify(body.messages));
    expect(asked[0]).toContain('This was not finished.');
    const calls = book.live.list.at(-1)?.parts.filter((part) => part.type === 'dynamic-tool');
    expect(calls?.map(({ state }) => state)).toEqual(['output-error']);
  }, 60_000);
});

describe('what changes while a call waits', () => {
  it('takes the tool along that the assistant has lost', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await server.db
      .updateTable('assistant')
      .set({ tools: JSON.stringify(['calculator']) })
      .where('id', '=', book.assistant.id)
      .execute();
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(await book.call('output-error')).toMatchObject({
      errorText: expect.stringMatching(/not allowed/),
    });
    expect(fake.notes).toEqual([]);
  });

  it('has a tool ask for consent that did not when the answer began', async () => {
    const toolId = book.toolIds.write_note as string;
    const set = (needsApproval: boolean) => book.api.trpc.mcp.setTool.mutate({ toolId, needsApproval });
    await set(false);
    const { tools, close } = await outsideTools(server.platform, book.team.id, [`mcp:${toolId}`]);
    const asks = () => tools[0]?.needsApproval();
    expect(await asks()).toBe(false);
    await set(true);
    expect(await asks()).toBe(true);
    await book.api.trpc.mcp.setTool.mutate({ toolId, enabled: false });
    await expect(asks()).rejects.toThrow(/not allowed/);
    await close();
  });
});

describe('a call under the id of an earlier one', () => {
  const waiting = (toolCallId: string) =>
    server.db
      .selectFrom('tool_approval')
      .select(['decision', 'input'])
      .where('toolCallId', '=', toolCallId)
      .where('channelId', '=', book.channelId)
      .executeTakeFirstOrThrow();
  /** As a provider does that begins to count anew: the same id, with other words or another tool. */
  const replace = (toolCallId: string, values: { input?: string; toolName?: string }) =>
    server.db
      .updateTable('tool_approval')
      .set(values)
      .where('toolCallId', '=', toolCallId)
      .where('channelId', '=', book.channelId)
      .execute();

  it('is not decided about by who was shown the earlier', async () => {
    const messageId = await book.ask(write());
    const call = await book.call('approval-requested');
    const { toolCallId } = call;
    const shown = call.input as Record<string, unknown>;
    const decide = (approve: boolean) =>
      book.api.trpc.message.decideTool.mutate({
        ...{ channelId: book.channelId, messageId, toolCallId, approve, shown },
      });
    await replace(toolCallId, { input: JSON.stringify({ title: 'Rum', text: 'All of it' }) });
    await expectRefused(decide(true), 'toolDecided');
    await expectRefused(decide(false), 'toolDecided');
    expect(await waiting(toolCallId)).toMatchObject({ decision: null, input: { title: 'Rum' } });
    await replace(toolCallId, { input: JSON.stringify(shown) });
    await decide(true);
    await book.live.untilSettled();
    expect(fake.notes).toEqual([shown]);
  });

  it.each([{ input: JSON.stringify({ title: 'Rum', text: 'All of it' }) }, { toolName: 'another' }])(
    'nor when it comes while somebody decides: %j',
    async (values) => {
      await book.ask(write());
      const { toolCallId, toolName, input } = await book.call('approval-requested');
      const { turnId } = await server.db
        .selectFrom('tool_approval')
        .select('turnId')
        .where('toolCallId', '=', toolCallId)
        .where('channelId', '=', book.channelId)
        .executeTakeFirstOrThrow();
      const call = { turnId, toolCallId, toolName, input: input as object };
      const decision = { decision: 'approved', deciderId: book.owner.id, decidedInput: null } as const;
      await replace(toolCallId, values);
      expect(await writeDecision(server.db, call, decision)).toBe(false);
      expect(await waiting(toolCallId)).toMatchObject({ decision: null });
      await book.api.trpc.message.stop.mutate({ channelId: book.channelId });
      await book.live.untilSettled();
    },
  );
});

describe('nobody decides', () => {
  /** What a running answer asks for consent with, when that is given up after so many milliseconds. */
  async function approvalsWithin(ms: number): Promise<Approvals> {
    await book.ask('[[tokens 100000]] [[delay 5]] Long');
    const { bus, log, processId } = server.platform;
    const turnId = book.live.list.at(-1)?.turnId as string;
    const own = await findOwnTurn(server.db, turnId, processId);
    const turn = new RunningTurn(own as NonNullable<typeof own>, { db: server.db, bus, log });
    return new Approvals(turn, { db: server.db, bus }, ms);
  }

  it('and after its time the call is given up in a clear sentence', async () => {
    const approvals = await approvalsWithin(300);
    const call = { toolCallId: 'late', toolName: 'x', input: {} };
    await expect(approvals.ask(call, {}, new AbortController().signal)).rejects.toThrow(/Nobody decided/);
    await book.api.trpc.message.stop.mutate({ channelId: book.channelId });
    await book.live.untilSettled();
  });

  it('and two calls under one id do not share a decision', async () => {
    const approvals = await approvalsWithin(1_000);
    const ask = (input: object) =>
      approvals.ask({ toolCallId: 'same', toolName: 'x', input }, {}, new AbortController().signal);
    const results = await Promise.allSettled([ask({ a: 1 }), ask({ a: 2 })]);
    expect(
      results.map(({ status, ...rest }) => [status, String((rest as { reason?: unknown }).reason)]),
    ).toEqual([
      ['rejected', expect.stringContaining('Nobody decided')],
      ['rejected', expect.stringContaining('same id')],
    ]);
    await book.api.trpc.message.stop.mutate({ channelId: book.channelId });
    await book.live.untilSettled();
  });
});
