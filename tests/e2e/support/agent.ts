import type { AgentMode } from '@tandem/shared/agent/schema';
import { removeAfterTest } from './cleanup.ts';
import type { Owner } from './test.ts';
import { words } from './words.ts';

export const say = (key: string, params?: Record<string, string | number>) => words(`agent:${key}`, params);

/** Makes an app of agents with one empty task. @returns the task and its address */
export async function makeTask({ api }: Pick<Owner, 'api'>, mode: AgentMode) {
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const spaceId = spaces[0]?.id ?? '';
  const { id: appId } = await api.trpc.app.create.mutate({ spaceId, name: 'Reports', type: 'agent' });
  removeAfterTest(() => api.trpc.app.remove.mutate({ appId }));
  const { id } = await api.trpc.channel.create.mutate({ appId, kind: 'agent' });
  await api.trpc.agentSetting.update.mutate({ channelId: id, mode });
  return { id, appId, path: `/agent/${appId}/c/${id}` };
}
