import type { Message } from '@tandem/shared/message/schema';
import { useConversation, useMessages } from './context.ts';

/** Whether someone else wrote after a message: the server refuses what would take their words off everyone's screen. */
export function useFollowed({ seq }: Pick<Message, 'seq'>): boolean {
  const { userId } = useConversation();
  return useMessages(({ order, messages }) =>
    order.some((each) => {
      const later = messages.get(each);
      return later !== undefined && later.seq > seq && later.role === 'user' && later.author?.id !== userId;
    }),
  );
}
