import { writeDecision } from '@tandem/api/content/turn/approval.repo';
import { outsideTools } from '@tandem/api/models/mcp/mcp.service';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useFakeMcp, useNotebook, write } from './notebook.ts';

const server = useTalkingServer();
const fake = useFakeMcp();
const book = useNotebook(server, fake);

describe('changes while a call waits', () => {
  it('cancel a tool the assistant has lost', async () => {
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

  it('cancel a call whose name means another tool now', async () => {
    await book.ask(write());
    const call = await book.call('approval-requested');
    await server.db
      .updateTable('tool_call')
      .set({ toolKey: `mcp:${crypto.randomUUID()}` })
      .where('channelId', '=', book.channelId)
      .execute();
    await book.decide(call, true);
    await book.live.untilSettled();
    expect(await book.call('output-error')).toMatchObject({
      errorText: expect.stringMatching(/has changed/),
    });
    expect(fake.notes).toEqual([]);
  });

  it('require consent for a tool that needed none before', async () => {
    const toolId = book.toolIds.write_note as string;
    const set = (needsApproval: boolean) =>
      book.api.trpc.mcp.setTool.mutate({ toolId, needsApproval, acknowledged: true });
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

describe('a call that reuses the id of an earlier one', () => {
  const waiting = (toolCallId: string) =>
    server.db
      .selectFrom('tool_call')
      .select(['decision', 'input'])
      .where('toolCallId', '=', toolCallId)
      .where('channelId', '=', book.channelId)
      .executeTakeFirstOrThrow();
  /** Like a provider that restarts its ids: the same id with other input or another tool. */
  const replace = (toolCallId: string, values: { input?: string; toolName?: string }) =>
    server.db
      .updateTable('tool_call')
      .set(values)
      .where('toolCallId', '=', toolCallId)
      .where('channelId', '=', book.channelId)
      .execute();

  it('is not decided by a client that was shown the earlier', async () => {
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
    'nor by a decision in progress: %j',
    async (values) => {
      await book.ask(write());
      const { toolCallId, toolName, input } = await book.call('approval-requested');
      const { turnId } = await server.db
        .selectFrom('tool_call')
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
