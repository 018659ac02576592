import type { App } from '@tandem/shared/app/schema';
import type { Assistant } from '@tandem/shared/assistant/schema';
import { useMemo } from 'react';
import { useTeam } from '../team/queries.ts';
import { useWorkspace } from '../workspace/store.ts';
import { byOwn, bySort } from '../workspace/tree.ts';

/** Whether the reader may have assistants of their own, and try others. */
export function useMayMake(): boolean {
  return useTeam()?.abilities.createAssistant ?? false;
}

/** Apps in which the reader may begin a chat with an assistant: its own, or for a personal one all. */
export function useChatApps({ appId }: Pick<Assistant, 'appId'>): App[] {
  const apps = useWorkspace((state) => state.tree.apps);
  return useMemo(
    () =>
      [...apps.values()]
        .filter(
          (app) => app.type === 'chat' && app.abilities.createChannel && (appId === null || app.id === appId),
        )
        .sort(byOwn),
    [apps, appId],
  );
}

/** Apps whose assistants the reader may change. */
export function useEditableApps(): App[] {
  const apps = useWorkspace((state) => state.tree.apps);
  return useMemo(() => [...apps.values()].filter(({ abilities }) => abilities.edit).sort(bySort), [apps]);
}
