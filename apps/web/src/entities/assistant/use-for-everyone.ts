import type { Assistant } from '@tandem/shared/assistant/schema';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { useChatModels } from '../model/queries.ts';
import { useWorkspace } from '../workspace/store.ts';
import { applyAssistant } from './queries.ts';

/**
 * Makes a model the default of an app assistant for everyone; undefined for people who may not edit the app.
 * @param onDone called when the person's own choice has become the common one
 */
export function useForEveryone(
  assistant: Pick<Assistant, 'id' | 'appId'> | undefined,
  onDone: () => void,
): ((modelId: string) => void) | undefined {
  const { t } = useTranslation('assistant');
  const models = useChatModels();
  const appId = assistant?.appId ?? null;
  const mayEdit = useWorkspace((state) => state.tree.apps.get(appId ?? '')?.abilities.edit ?? false);
  if (!assistant || appId === null || !mayEdit) return undefined;
  return (modelId) =>
    void api.assistant.setModel.mutate({ appId, assistantId: assistant.id, modelId }).then(
      (changed) => {
        applyAssistant(changed);
        onDone();
        toast.success(t('forEveryoneDone', { model: models.find(({ id }) => id === modelId)?.name ?? '' }));
      },
      // The call has shown why.
      () => {},
    );
}
