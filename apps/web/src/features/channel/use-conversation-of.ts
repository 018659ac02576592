import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session.ts';
import type { Conversation } from '../message/context.ts';
import type { OpenChannel } from '../message/open.ts';
import type { MentionSource } from '../message/use-mentions.tsx';
import { useAnswerModels } from '../model/queries.ts';
import { forkChannel } from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import { markUnreadFrom } from './mark-unread.ts';
import { useCandidates } from './use-candidates.ts';

/** What the messages of an open channel work with, and whom its composer can name. */
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
      // Below it is where the copy stands.
      fork: canSelect ? fork : undefined,
    }),
    [store, outbox, userId, canSend, archived, canSelect, models, candidates, markUnread, fork],
  );
  return { conversation, mentions };
}
