import { useChannelAssistants } from '../../entities/assistant/queries.ts';
import { useConversation } from '../../entities/message/context.ts';
import { useAnswerChoice } from '../../entities/model/AnswerTools.tsx';

/**
 * Whether the model that answers next in a chat sees pictures.
 * @param assistantId the chat's assistant; the app's first one without
 */
export function useSeesPictures(channelId: string, assistantId: string | null | undefined): boolean {
  const { models } = useConversation();
  const assistants = useChannelAssistants(channelId).data;
  const assistant = assistants?.find(({ id }) => id === assistantId) ?? assistants?.[0];
  const { modelId } = useAnswerChoice(channelId, models);
  const model = models.find(({ id }) => id === (modelId ?? assistant?.modelId)) ?? models[0];
  return model?.abilities.vision ?? false;
}
