import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { TalkingServer } from '../message/conversation.ts';
import type { Agent } from './agent.ts';

/** Has an agent's assistant answer with the built-in model. */
export async function useBuiltIn(server: TalkingServer, on: Agent): Promise<void> {
  const offline = { kind: 'offline', apiHost: '', teamId: on.team.id } as const;
  const { id: providerId } = await makeProvider(server.db, offline);
  const { id: modelId } = await makeModel(server.db, { providerId, modelId: 'guide', contextWindow: 32_768 });
  await server.db.updateTable('assistant').set({ modelId }).where('id', '=', on.assistant.id).execute();
}
