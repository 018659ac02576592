import { newestFiles, readText } from '@tandem/api/agent/files/workspace';
import type { ToolPart } from '@tandem/shared/message/parts';
import { type ScriptedStep, script } from '../../fakes/provider/script.ts';
import { forEach } from '../harness/filled.ts';
import { type Conversation, openConversation, type TalkingServer } from '../message/conversation.ts';

/** A channel of an agent, whose model does what its task says. */
export interface Agent extends Conversation {
  /**
   * Sends a task that the model works off by these steps.
   * @returns the id of the run, once it is shown
   */
  start(...steps: readonly ScriptedStep[]): Promise<string>;
  /** The call of a tool in the newest answer, live, once it has this state. */
  call(state: ToolPart['state'], toolName?: string): Promise<ToolPart>;
  decide(call: ToolPart, approve: boolean, more?: { input?: object; always?: boolean }): Promise<unknown>;
  /** The text of a file as it is now; null where there is none. */
  file(path: string): Promise<string | null>;
}

export async function openAgent(
  server: TalkingServer,
  {
    mode = 'work',
    ...values
  }: Parameters<typeof openConversation>[1] & { mode?: 'read' | 'ask' | 'work' } = {},
): Promise<Agent> {
  const talk = await openConversation(server, { name: 'Named', channelKind: 'agent', ...values });
  const { channelId } = talk;
  await server.db.insertInto('agent_setting').values({ channelId, mode }).execute();
  const newest = () => talk.live.list.at(-1);
  return {
    ...talk,
    async start(...steps) {
      const before = talk.live.list.length;
      await talk.api.trpc.message.send.mutate({ channelId, text: `${script(...steps)} Work` });
      await talk.live.until(({ list }) => list.length === before + 2);
      const { turnId } = await server.db
        .selectFrom('message')
        .select('turnId')
        .where('id', '=', newest()?.id ?? '')
        .executeTakeFirstOrThrow();
      return turnId ?? '';
    },
    async call(state, toolName) {
      const found = () =>
        newest()?.parts.findLast(
          (part) =>
            part.type === 'dynamic-tool' &&
            part.state === state &&
            (toolName === undefined || part.toolName === toolName),
        );
      await talk.live.until(() => found() !== undefined, state);
      return found() as ToolPart;
    },
    decide: ({ toolCallId }, approve, more = {}) =>
      talk.api.trpc.message.decideTool.mutate({
        ...{ channelId, messageId: newest()?.id as string, toolCallId, approve },
        ...(more as object),
      }),
    async file(path) {
      const reading = { db: server.db, platform: server.platform };
      const { entries } = await newestFiles(reading, channelId);
      const entry = entries.get(path);
      return entry ? readText(reading, entry) : null;
    },
  };
}

/** A fresh agent for each test. */
export const useAgent = (server: TalkingServer, values: Parameters<typeof openAgent>[1] = {}): Agent =>
  forEach(
    () => openAgent(server, values),
    (agent) => agent.close(),
  );
