import type { ToolPart } from '@tandem/shared/message/parts';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { forAll, forEach } from '../harness/filled.ts';
import { type Conversation, openConversation, type TalkingServer } from '../message/conversation.ts';

/** A conversation whose assistant may use every tool of a server. */
export interface Notebook extends Conversation {
  serverId: string;
  /** Ids of the tools, by their names. */
  toolIds: Record<string, string>;
  /**
   * Asks something.
   * @returns the id of the answer
   */
  ask(text: string): Promise<string>;
  /** The call of a tool in an answer, live, once it has this state. */
  call(state: ToolPart['state']): Promise<ToolPart>;
  decide(call: ToolPart, approve: boolean, input?: Record<string, unknown>): Promise<unknown>;
}

export async function openNotebook(server: TalkingServer, fake: Pick<FakeMcp, 'url'>): Promise<Notebook> {
  const talk = await openConversation(server, { name: 'Named' });
  const { trpc } = talk.api;
  const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Notebook', url: fake.url });
  const { tools } = await trpc.mcp.refresh.mutate({ serverId });
  const toolIds: Record<string, string> = {};
  for (const { id: toolId, name } of tools) {
    toolIds[name] = toolId;
    await trpc.mcp.setTool.mutate({ toolId, enabled: true });
  }
  await server.db
    .updateTable('assistant')
    .set({ tools: JSON.stringify(['calculator', ...Object.values(toolIds).map((id) => `mcp:${id}`)]) })
    .where('id', '=', talk.assistant.id)
    .execute();
  const newest = () => talk.live.list.at(-1);
  const { channelId } = talk;
  return {
    ...talk,
    serverId,
    toolIds,
    async ask(text) {
      const before = talk.live.list.length;
      await trpc.message.send.mutate({ channelId, text });
      await talk.live.until(({ list }) => list.length === before + 2);
      return newest()?.id as string;
    },
    async call(state) {
      const found = () =>
        newest()?.parts.findLast((part) => part.type === 'dynamic-tool' && part.state === state);
      await talk.live.until(() => found() !== undefined, state);
      return found() as ToolPart;
    },
    decide: ({ toolCallId }, approve, input) =>
      trpc.message.decideTool.mutate({
        channelId,
        messageId: newest()?.id as string,
        toolCallId,
        approve,
        ...(input && { input }),
      }),
  };
}

/** A server of tools for all tests of a file. */
export const useFakeMcp = (): FakeMcp => forAll(startFakeMcp, (fake) => fake.close());

/** A fresh notebook for each test, and a server that has noted nothing yet. */
export const useNotebook = (server: TalkingServer, fake: FakeMcp): Notebook =>
  forEach(
    () => {
      fake.notes.length = 0;
      return openNotebook(server, fake);
    },
    (book) => book.close(),
  );

/** Instructs the model to call this tool. */
export const write = (input: object = { title: 'Milk', text: 'Two bottles' }) =>
  `[[tool mcp_notebook_write_note ${JSON.stringify(input)}]] Note this`;
