import type { Channel } from '@tandem/shared/channel/schema';
import type { MentionInput } from '@tandem/shared/message/schema';
import { useChannelAssistants } from '../../entities/assistant/queries.ts';
import { mentionsOf } from '../../entities/message/composer/mentions.ts';
import { useConversation } from '../../entities/message/context.ts';
import type { SendOptions } from '../../entities/message/outbox.ts';
import { useAnswerChoice } from '../../entities/model/AnswerTools.tsx';

/**
 * What answers the next message of the open channel: everything that asks there sends with it.
 * @param channel undefined until the tree is known
 */
export function useNextAnswer(channel: Channel | undefined) {
  const { store, outbox, models, candidates } = useConversation();
  const assistants = useChannelAssistants(store.channelId).data;
  const assistant = assistants?.find(({ id }) => id === channel?.assistantId) ?? assistants?.[0];
  const choice = useAnswerChoice(store.channelId, models);
  const mayAsk = channel?.abilities.ask ?? true;
  const answersAll = (channel?.answering ?? 'always') === 'always';

  /** Whether words that are sent have an assistant answer. */
  const asks = (named: readonly MentionInput[]) =>
    mayAsk && (answersAll || named.some(({ type }) => type === 'assistant'));

  /** Sends a message. @param typed what the person wrote of it, in which people and assistants are named */
  const send = (
    text: string,
    { typed = text, ...options }: Pick<SendOptions, 'files' | 'steer'> & { typed?: string } = {},
  ) => {
    const named = mentionsOf(typed, candidates());
    outbox.send(text, {
      ...options,
      ...(choice.modelId && { modelId: choice.modelId }),
      ...(choice.drawer && { drawing: choice.drawing }),
      ...(choice.workspace && asks(named) && { workspace: true }),
      ...(named.length > 0 && { mentions: named }),
      ...(!asks(named) && { alone: true }),
    });
  };

  /** Words that the assistant answers, also where it answers only those who name it. */
  const addressed = (words: string) => (answersAll || !assistant ? words : `@${assistant.name} ${words}`);

  const model = models.find(({ id }) => id === (choice.modelId ?? assistant?.modelId)) ?? models[0];
  return { assistant, choice, model, mayAsk, answersAll, asks, send, addressed };
}
