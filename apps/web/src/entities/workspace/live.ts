import type { MeLiveEvent } from '@tandem/shared/live/events';
import { useEffect } from 'react';
import { isUnauthorised } from '../../lib/errors.ts';
import { api, cached } from '../../lib/trpc.ts';
import { reportLive } from '../live/connection.ts';
import { loadTree } from './load.ts';
import { applyPinEvent, applyTree, applyUnreadEvent, resetWorkspace, useWorkspace } from './store.ts';

/** Without a first word of the socket for this long, the tree is asked for directly, in milliseconds. */
const SOCKET_PATIENCE_MS = 4_000;
/** Pause before a subscription that ended with an error is opened again, in milliseconds. */
const REOPEN_MS = 3_000;

interface Watch {
  stop(): void;
}

let holders = 0;
let watch: Watch | null = null;
let watchedTeam: string | null = null;

/**
 * Keeps the tree and the unread counts up to date while any component that calls it is mounted.
 * @param teamId the reader's current team; another one starts afresh
 * @param onProfile called when the person's own record changed
 * @param onNews called with other events for this person
 */
export function useWorkspaceLive(
  teamId: string | null,
  onProfile: () => void,
  onNews: (event: MeLiveEvent) => void,
): void {
  useEffect(() => {
    if (teamId === null) return;
    holders++;
    if (watchedTeam !== teamId) {
      watch?.stop();
      resetWorkspace();
      watchedTeam = teamId;
      watch = startWatching(teamId, onProfile, onNews);
    }
    return () => {
      holders--;
      // Another screen may take over at once.
      setTimeout(() => {
        if (holders > 0) return;
        watch?.stop();
        watch = null;
        watchedTeam = null;
      }, 1_000);
    };
  }, [teamId, onProfile, onNews]);
}

function startWatching(teamId: string, onProfile: () => void, onNews: (event: MeLiveEvent) => void): Watch {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const open = new Map<string, () => void>();
  let stopped = false;

  const later = (action: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!stopped) action();
    }, ms);
    timers.add(timer);
  };
  const reopen = (name: string, action: () => void) => (error: unknown) => {
    open.delete(name);
    // The end of the session is handled elsewhere; a retry would not help.
    if (!stopped && !isUnauthorised(error)) later(action, REOPEN_MS);
  };

  const watchTeam = () => {
    const { phase, tree } = useWorkspace.getState();
    // Named, for another tab may have gone to another team when this one's connection comes back.
    const input = { teamId, ...(phase === 'ready' && { treeRevision: tree.revision }) };
    const subscription = api.live.team.subscribe(input, {
      onData: ({ data }) => applyTree(data),
      onError: reopen('team', watchTeam),
      onConnectionStateChange: ({ state }) => reportLive(state === 'pending'),
    });
    open.set('team', () => subscription.unsubscribe());
  };
  const watchMe = () => {
    const subscription = api.live.me.subscribe(undefined, {
      onData: ({ data }) => {
        if (data.type === 'unread') applyUnreadEvent(data);
        else if (data.type === 'pin') applyPinEvent(data);
        else if (data.type === 'profile') onProfile();
        else if (data.type === 'models') void cached.model.list.invalidate();
        else onNews(data);
      },
      onError: reopen('me', watchMe),
    });
    open.set('me', () => subscription.unsubscribe());
  };

  watchTeam();
  watchMe();
  later(() => {
    if (useWorkspace.getState().phase === 'loading') void loadTree();
  }, SOCKET_PATIENCE_MS);

  return {
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const close of open.values()) close();
      reportLive(true);
    },
  };
}
