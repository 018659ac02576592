import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useCandidates } from '../../entities/channel/use-candidates.ts';
import type { MentionSource } from '../../entities/message/composer/use-mentions.tsx';
import type { Conversation } from '../../entities/message/context.ts';
import type { OpenChannel } from '../../entities/message/open.ts';
import { useAnswerModels } from '../../entities/model/queries.ts';
import { forkChannel } from '../../entities/workspace/actions.ts';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { useSession } from '../../lib/session/session.ts';
import { markUnreadFrom } from './mark-unread.ts';

/** The context for the messages of an open channel, and the candidates for its composer. */
export function useConversationOf({ store, outbox }: OpenChannel): {
  conversation: Conversation;
  mentions: MentionSource;
} {
  const { channelId } = store;
  const userId = useSession((state) => state.user.id);
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const models = useAnswerModels();
  const navigate = useNavigate();
  const { source: mentions, all: candidates } = useCandidates(channelId, userId);

  // Until the tree is known, the server decides alone.
  const canSend = channel?.abilities.send ?? true;
  const canSelect = channel?.abilities.edit ?? false;
  const archived = (channel?.archivedAt ?? null) !== null;
  const fork = useCallback(
    async (messageId: string) => {
      const made = await forkChannel(channelId, messageId);
      store.state.setState({ editing: null });
      void navigate(pathOf.channel(made));
    },
    [channelId, store, navigate],
  );
  const markUnread = useCallback((messageId: string) => markUnreadFrom(store, messageId), [store]);
  const conversation = useMemo<Conversation>(
    () => ({
      ...{ store, outbox, userId, canSend, archived, canSelect, models, candidates, markUnread },
      // The copy is created below it.
      fork: canSelect ? fork : undefined,
    }),
    [store, outbox, userId, canSend, archived, canSelect, models, candidates, markUnread, fork],
  );
  return { conversation, mentions };
}
