import type { App, AppType, CreateApp } from '@tandem/shared/app/schema';
import type { Answering, Channel, MoveChannel } from '@tandem/shared/channel/schema';
import i18n from 'i18next';
import { isUnreachable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { movedLocally } from './move.ts';
import { applyAnswer, hideOptimistically, settle, showOptimistically, useWorkspace } from './store.ts';
import { subtreeOf } from './tree.ts';

/** The kinds that apps create by default. */
export type UsualKind = 'chat' | 'document' | 'chatpdf' | 'agent';

/** By type of app; 'chat' for all others. */
const usualKinds: Partial<Record<AppType, UsualKind>> = {
  note: 'document',
  chatpdf: 'chatpdf',
  agent: 'agent',
};

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
  kind: UsualKind = usualKind(appId),
): Promise<Channel> {
  const blank = findBlank(appId, parentId, userId, kind);
  if (blank) return blank;
  const channel = await api.channel.create.mutate({ appId, parentId, kind, clientKey: newId() });
  applyAnswer({ channels: [channel] });
  return channel;
}

/** The kind of channel that an app creates by default. */
export function usualKind(appId: string): UsualKind {
  const type = useWorkspace.getState().tree.apps.get(appId)?.type;
  return (type && usualKinds[type]) ?? 'chat';
}

/** The channels that a call has changed, as an answer about the tree. */
async function changed(call: Promise<Channel | Channel[]>): Promise<{ channels: Channel[] }> {
  const answer = await call;
  return { channels: Array.isArray(answer) ? answer : [answer] };
}

function findBlank(
  appId: string,
  parentId: string | null,
  userId: number,
  kind: UsualKind,
): Channel | undefined {
  // Whether an unnamed document is empty, or sources were added to a chat, cannot be seen from here.
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
  const renamed = await settle(changed(api.channel.update.mutate({ channelId, name })), undo);
  return renamed.done || !isUnreachable(renamed.error);
}

/** Moves a channel, at once for its reader. A failure puts it back and shows as a toast. */
export async function moveChannel(move: MoveChannel): Promise<void> {
  const { tree, index } = useWorkspace.getState();
  const moved = movedLocally({ channels: tree.channels, index }, move);
  if (moved.length === 0) return;
  await settle(changed(api.channel.move.mutate(move)), showOptimistically(moved));
}

/**
 * Puts a channel and everything below it in the bin, with an undo button.
 * @param onRestored called when the deletion was undone
 */
export async function removeChannel(channelId: string, onRestored: () => void): Promise<void> {
  const { tree, index } = useWorkspace.getState();
  const channel = tree.channels.get(channelId);
  if (!channel) return;
  const ids = subtreeOf(index, channelId);
  const { done } = await settle(api.channel.remove.mutate({ channelId }), hideOptimistically(ids));
  if (!done) return;
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

/** Restores a channel from the bin, with what was deleted with it. A failure shows as a toast. */
export async function restoreChannel(channelId: string, onRestored = () => {}): Promise<void> {
  const { done } = await settle(changed(api.channel.restore.mutate({ channelId })));
  if (done) onRestored();
}

/** Pins or unpins a channel in the sidebar; at once for its reader. */
export async function pinChannel(channelId: string, pinned: boolean): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel) return;
  const undo = showOptimistically([{ ...channel, pinned }]);
  await settle(changed(api.channel.pin.mutate({ channelId, pinned })), undo);
}

/** Sets when a channel's assistant answers; at once for its reader. */
export async function setAnswering(channelId: string, answering: Answering): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel || channel.answering === answering) return;
  const undo = showOptimistically([{ ...channel, answering }]);
  await settle(changed(api.channel.update.mutate({ channelId, answering })), undo);
}

/** Archives a channel and everything below it, with an undo button. */
export async function archiveChannel(channelId: string): Promise<void> {
  const channel = useWorkspace.getState().tree.channels.get(channelId);
  if (!channel) return;
  const { done } = await settle(changed(api.channel.archive.mutate({ channelId })));
  if (!done) return;
  const name = channel.name || i18n.t('workspace:channel.untitled', { context: channel.kind });
  toast(i18n.t('workspace:archive.done', { name }), {
    duration: UNDO_MS,
    action: { label: i18n.t('workspace:remove.undo'), onClick: () => void unarchiveChannel(channelId) },
  });
}

/** Unarchives a channel. A failure shows as a toast. */
export async function unarchiveChannel(channelId: string): Promise<void> {
  await settle(changed(api.channel.unarchive.mutate({ channelId })));
}

/**
 * Creates a channel from the conversation up to a message.
 * @throws the call's error, which the caller shows
 */
export async function forkChannel(channelId: string, messageId: string): Promise<Channel> {
  const channel = await api.channel.fork.mutate(
    { channelId, messageId, clientKey: newId() },
    { context: { silent: true } },
  );
  applyAnswer({ channels: [channel] });
  return channel;
}

/**
 * Creates a channel from the conversation and the files as a step of a run left them.
 * @param of.step its `index`
 * @throws the call's error, which the caller shows
 */
export async function forkRun(of: { channelId: string; runId: string; step: number }): Promise<Channel> {
  const channel = await api.run.fork.mutate({ ...of, clientKey: newId() }, { context: { silent: true } });
  applyAnswer({ channels: [channel] });
  return channel;
}

/**
 * Duplicates a document beside it, with everything below it.
 * @throws the call's error, which the caller shows
 */
export async function duplicateDocument(documentId: string): Promise<Pick<Channel, 'id' | 'appId'>> {
  return api.document.duplicate.mutate({ documentId, clientKey: newId() }, { context: { silent: true } });
}

/** Kinds of channels whose name may be asked first. */
export type NamedKind = 'chat' | 'discussion' | 'dataset';

/** Makes a channel with a name. @throws what the call does, after it was shown */
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
  await settle(api.app.update.mutate({ appId, name }).then((changedApp) => ({ apps: [changedApp] })));
}

export async function createSpace(name: string): Promise<void> {
  applyAnswer({ spaces: [await api.space.create.mutate({ name })] });
}

export async function renameSpace(spaceId: string, name: string): Promise<void> {
  const space = useWorkspace.getState().tree.spaces.get(spaceId);
  if (!space || space.name === name || name === '') return;
  await settle(api.space.rename.mutate({ spaceId, name }).then((renamed) => ({ spaces: [renamed] })));
}

/** Removes an empty space. A failure shows as a toast. */
export async function removeSpace(spaceId: string): Promise<void> {
  await settle(api.space.remove.mutate({ spaceId }));
}
