import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { createChannel, removeChannel, type UsualKind } from '../../../entities/workspace/actions.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { activeIdOf, pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { subtreeOf } from '../../../entities/workspace/tree.ts';
import { useSession } from '../../../lib/session/session.ts';
import { setDrawer } from '../../../ui/page/shell.ts';

/** Actions on channels that lead to another screen, used by the sidebar and the header of a screen. */
export interface ChannelActions {
  /** Makes one below an app or channel and opens it; without a kind, of the app's usual one. */
  add(appId: string, parentId: string | null, kind?: UsualKind): void;
  /** Puts a channel in the bin; its screen closes, and returns when that is undone. */
  remove(channelId: string): void;
}

/** @returns the same functions for as long as the reader is the same */
export function useChannelActions(): ChannelActions {
  const navigate = useNavigate();
  const userId = useSession((state) => state.user.id);
  return useMemo(
    () => ({
      async add(appId, parentId, kind) {
        try {
          const channel = await createChannel(appId, parentId, userId, kind);
          setExpanded([appId, ...(parentId ? [parentId] : [])], true);
          void navigate(pathOf.channel(channel));
          setDrawer(false);
        } catch {
          // The call has shown why.
        }
      },
      remove(channelId) {
        const { index, tree } = useWorkspace.getState();
        const channel = tree.channels.get(channelId);
        if (!channel?.abilities.manage) return;
        const openId = activeIdOf(location.pathname);
        const open =
          openId && subtreeOf(index, channelId).has(openId) ? tree.channels.get(openId) : undefined;
        if (!open) return void removeChannel(channelId, () => {});
        const app = tree.apps.get(channel.appId);
        const away = app ? pathOf.app(app) : '/home';
        void navigate(away);
        void removeChannel(channelId, () => {
          // Returns to the screen, unless its reader has navigated elsewhere since.
          if (location.pathname === away) void navigate(pathOf.channel(open));
        });
      },
    }),
    [navigate, userId],
  );
}
