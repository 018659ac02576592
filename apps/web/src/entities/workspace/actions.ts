import type { App, CreateApp } from '@tandem/shared/app/schema';
import type { Answering, Channel, MoveChannel } from '@tandem/shared/channel/schema';
import i18n from 'i18next';
import { toast } from 'sonner';
import { isUnreachable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { movedLocally } from './move.ts';
import { applyAnswer, hideOptimistically, showOptimistically, useWorkspace } from './store.ts';
import { subtreeOf } from './tree.ts';

/** How long a deletion can be undone from its toast while the window is in view, in milliseconds. */
const UNDO_MS = 30_000;

/**
 * Makes a channel, or answers one that its maker left empty and unnamed in the same place: a second press of
 * "new" should not leave two of them behind.
 */
export async function createChannel(
  appId: string,
  parentId: string | null,
  userId: number,
  kind: 'chat' | 'document' = usualKind(appId),
): Promise<Channel> {
  const blank = findBlank(appId, parentId, userId, kind);
  if (blank) return blank;
  const channel = await api.channel.create.mutate({ appId, parentId, kind, clientKey: newId() });
  applyAnswer({ channels: [channel] });
  return channel;
}

/** What is made in an app where nothing else is said. */
export function usualKind(appId: string): 'chat' | 'document' {
  return useWorkspace.getState().tree.apps.get(appId)?.type === 'note' ? 'document' : 'chat';
}

function findBlank(
  appId: string,
  parentId: string | null,
  userId: number,
  kind: 'chat' | 'document',
): Channel | undefined {
  // Nothing tells from outside whether a document without a name is empty.
  if (kind !== 'chat') return undefined;

  const { index } = useWorkspace.getState();
  return (index.get(parentId ?? appId) ?? []).find(
    (channel) =>
      channel.parentId === parentId &&
      channel.creatorId === userId &&
      channel.kind === 'chat' &&
      channel.name === '' &&
      channel.activeAt.getTime() === channel.createdAt.getTime() &&
      !index.has(channel.id),
  );
}

/**
 * Renames a channel, at once for its reader. A failure puts the old name back and shows as a toast.
 * @returns false when nothing answered, and the name may be tried again
 */
export async function renameChannel(channelId: string, name: string): Promise<boolean> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel || channel.name === name || name === '') return true;
  const undo = showOptimistically([{ ...channel, name }]);
  try {
    applyAnswer({ channels: [await api.channel.update.mutate({ channelId, name })] });
    return true;
  } catch (error) {
    undo();
    return !isUnreachable(error);
  }
}

/** Moves a channel, at once for its reader. A failure puts it back and shows as a toast. */
export async function moveChannel(move: MoveChannel): Promise<void> {
  const { tree, index } = useWorkspace.getState();
  const moved = movedLocally({ channels: tree.channels, index }, move);
  if (moved.length === 0) return;
  const undo = showOptimistically(moved);
  try {
    applyAnswer({ channels: [await api.channel.move.mutate(move)] });
  } catch {
    undo();
  }
}

/**
 * Puts a channel and what is below it in the bin, and offers to take that back.
 * @param onRestored told once it was taken back
 */
export async function removeChannel(channelId: string, onRestored: () => void): Promise<void> {
  const { tree, index } = useWorkspace.getState();
  const channel = tree.channels.get(channelId);
  if (!channel) return;
  const ids = subtreeOf(index, channelId);
  const show = hideOptimistically(ids);
  try {
    const { removed, treeRevision } = await api.channel.remove.mutate({ channelId });
    applyAnswer({ removed }, treeRevision);
  } catch {
    show();
    return;
  }
  const name = channel.name || i18n.t('workspace:channel.untitled', { context: channel.kind });
  const key = ids.size > 1 ? 'workspace:remove.doneWithBelow' : 'workspace:remove.done';
  toast(i18n.t(key, { name, count: ids.size - 1 }), {
    duration: UNDO_MS,
    action: {
      label: i18n.t('workspace:remove.undo'),
      onClick: () => void restoreChannel(channelId, onRestored),
    },
  });
}

/** Takes a channel out of the bin, with what went there with it. A failure shows as a toast. */
export async function restoreChannel(channelId: string, onRestored = () => {}): Promise<void> {
  try {
    applyAnswer({ channels: await api.channel.restore.mutate({ channelId }) });
    onRestored();
  } catch {
    // The call has shown why.
  }
}

/** Keeps a channel at the top of the sidebar, or no longer; at once for its reader. */
export async function pinChannel(channelId: string, pinned: boolean): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel) return;
  const undo = showOptimistically([{ ...channel, pinned }]);
  try {
    applyAnswer({ channels: [await api.channel.pin.mutate({ channelId, pinned })] });
  } catch {
    undo();
  }
}

/** Says when a channel's assistant answers; at once for its reader. */
export async function setAnswering(channelId: string, answering: Answering): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel || channel.answering === answering) return;
  const undo = showOptimistically([{ ...channel, answering }]);
  try {
    applyAnswer({ channels: [await api.channel.update.mutate({ channelId, answering })] });
  } catch {
    undo();
  }
}

/** Puts a channel and what is below it into the archive, and offers to take that back. */
export async function archiveChannel(channelId: string): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel) return;
  try {
    applyAnswer({ channels: await api.channel.archive.mutate({ channelId }) });
  } catch {
    return;
  }
  const name = channel.name || i18n.t('workspace:channel.untitled', { context: channel.kind });
  toast(i18n.t('workspace:archive.done', { name }), {
    duration: UNDO_MS,
    action: { label: i18n.t('workspace:remove.undo'), onClick: () => void unarchiveChannel(channelId) },
  });
}

/** Takes a channel out of the archive. A failure shows as a toast. */
export async function unarchiveChannel(channelId: string): Promise<void> {
  try {
    applyAnswer({ channels: await api.channel.unarchive.mutate({ channelId }) });
  } catch {
    // The call has shown why.
  }
}

/** Makes a channel that begins with what was said up to a message. @throws what the call does; the caller shows it */
export async function forkChannel(channelId: string, messageId: string): Promise<Channel> {
  const channel = await api.channel.fork.mutate(
    { channelId, messageId, clientKey: newId() },
    { context: { silent: true } },
  );
  applyAnswer({ channels: [channel] });
  return channel;
}

/** Makes a copy of a document beside it, with what is below it. @throws what the call does; the caller shows it */
export async function duplicateDocument(documentId: string): Promise<Pick<Channel, 'id' | 'appId'>> {
  return api.document.duplicate.mutate({ documentId, clientKey: newId() }, { context: { silent: true } });
}

/** Conversations whose name may be asked first. */
export type NamedKind = 'chat' | 'discussion';

/** Makes a conversation with a name. @throws what the call does, after it was shown */
export async function createNamed(
  appId: string,
  parentId: string | null,
  kind: NamedKind,
  name: string,
): Promise<Channel> {
  const channel = await api.channel.create.mutate({ appId, parentId, name, kind, clientKey: newId() });
  applyAnswer({ channels: [channel] });
  return channel;
}

/** Makes an app. @throws what the call does, after it was shown */
export async function createApp(
  spaceId: string,
  wanted: Pick<CreateApp, 'name' | 'type' | 'visibility'>,
): Promise<App> {
  const app = await api.app.create.mutate({ ...wanted, spaceId, clientKey: newId() });
  applyAnswer({ apps: [app] });
  return app;
}

/** Renames an app. A failure shows as a toast. */
export async function renameApp(appId: string, name: string): Promise<void> {
  const app = useWorkspace.getState().tree.apps.get(appId);
  if (!app || app.name === name || name === '') return;
  try {
    applyAnswer({ apps: [await api.app.update.mutate({ appId, name })] });
  } catch {
    // The call has shown why, and the old name still stands.
  }
}

export async function createSpace(name: string): Promise<void> {
  applyAnswer({ spaces: [await api.space.create.mutate({ name })] });
}

export async function renameSpace(spaceId: string, name: string): Promise<void> {
  const space = useWorkspace.getState().tree.spaces.get(spaceId);
  if (!space || space.name === name || name === '') return;
  try {
    applyAnswer({ spaces: [await api.space.rename.mutate({ spaceId, name })] });
  } catch {
    // The call has shown why, and the old name still stands.
  }
}

/** Removes an empty space. A failure shows as a toast. */
export async function removeSpace(spaceId: string): Promise<void> {
  try {
    const { removed, treeRevision } = await api.space.remove.mutate({ spaceId });
    applyAnswer({ removed }, treeRevision);
  } catch {
    // The call has shown why.
  }
}
