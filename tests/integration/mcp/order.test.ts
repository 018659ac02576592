import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { stored, useTalkingServer } from '../message/conversation.ts';
import { openNotebook } from './notebook.ts';

const server = useTalkingServer();
let fake: FakeMcp;
const names = ['title', 'body', 'assignee'];

beforeAll(async () => {
  fake = await startFakeMcp({ withIssues: true });
});
afterAll(async () => {
  await fake.close();
});

const keysOf = (schema: unknown) => Object.keys((schema as { properties: object }).properties);

describe('arguments of a tool', () => {
  it('are in its server’s order, even when loaded from the database', async () => {
    const book = await openNotebook(server, fake);
    try {
      const { trpc } = book.api;
      const tools = await trpc.mcp.tools.query({ serverId: book.serverId });
      const tool = tools.find(({ name }) => name === 'file_issue');
      expect(keysOf(tool?.inputSchema)).toEqual(names);
      expect(tool?.inputSchema).not.toHaveProperty('x-tandem-order');

      const input = { assignee: 'Vera', body: 'It rains in', title: 'Roof' };
      const id = await book.ask(`[[tool mcp_notebook_file_issue ${JSON.stringify(input)}]] File it`);
      const call = await book.call('approval-requested');
      expect(keysOf(call.consent?.inputSchema)).toEqual(names);
      expect(call.consent?.order).toEqual(names);
      const sent = server.provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body;
      expect(JSON.stringify(sent)).toContain('file_issue');
      expect(JSON.stringify(sent)).not.toContain('x-tandem-order');

      const kept = async () =>
        (await stored(server, id)).parts.find(
          (part) => part.type === 'dynamic-tool' && part.state === 'approval-requested',
        );
      await expect.poll(kept).toMatchObject({ consent: { order: names } });
      await book.decide(call, true);
      await book.live.untilSettled();
      const done = await book.call('output-available');
      expect(done).toMatchObject({ input, output: 'Filed: Roof' });
      expect(done.consent).not.toHaveProperty('order');

      // It is unchanged, so nothing has to be allowed again.
      await trpc.mcp.setTool.mutate({ toolId: tool?.id ?? '', needsApproval: false, acknowledged: true });
      const again = await trpc.mcp.refresh.mutate({ serverId: book.serverId });
      expect(again.tools.find(({ name }) => name === 'file_issue')).toMatchObject({ needsApproval: false });
    } finally {
      await book.close();
    }
  });
});
