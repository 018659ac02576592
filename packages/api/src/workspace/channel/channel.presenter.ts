import type { AccessLevel } from '@tandem/shared/access/permissions';
import { levelOf, type Permission } from '@tandem/shared/access/permissions';
import type { Channel, ChannelAbilities } from '@tandem/shared/channel/schema';
import { type ChannelAction, heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { ChannelView } from './view.repo.ts';

/** Returns the abilities of a level on a channel in its current state. */
export function abilitiesOn(
  held: AccessLevel,
  channel: Pick<Channel, 'kind' | 'archivedAt'>,
): ChannelAbilities {
  const may = (action: ChannelAction) =>
    mayOnChannel(held, action, channel.kind) && !heldByArchive(channel, action);
  return {
    comment: may('channel.comment'),
    send: may('channel.send'),
    ask: may('channel.ask'),
    edit: may('channel.edit'),
    manage: may('channel.manage'),
  };
}

/** The default permission that is its own, or else results; a node that has neither would open at edit. */
function permissionOf({ level, teamLevel }: Pick<ChannelView, 'level' | 'teamLevel'>): Permission {
  const permission = levelOf(level ?? teamLevel);
  return permission === 'none' ? 'edit' : permission;
}

/** Presents a channel to its reader; invisible ancestors are unnamed. */
export function presentChannel(view: ChannelView): Channel {
  return {
    id: view.id,
    teamId: view.teamId,
    appId: view.appId,
    parentId: view.parentVisible ? view.parentId : null,
    kind: view.kind,
    name: view.name,
    icon: view.icon,
    description: view.description,
    visibility: view.visibility,
    permission: permissionOf(view),
    creatorId: view.creatorId,
    sort: view.sort,
    assistantId: view.assistantId,
    answering: view.answering,
    pinned: view.pinned,
    archivedAt: view.archivedAt,
    createdAt: view.createdAt,
    activeAt: view.activeAt,
    revision: view.revision,
    unread: view.unread,
    sharedWith: view.sharedWith,
    level: view.held,
    abilities: abilitiesOn(view.held, view),
  };
}

/** A channel in the words of the REST contract. */
export interface RestChannel extends Channel {
  channelGuid: string;
  channelParentGuid: string | null;
  children: RestChannel[];
}

/** Presents one channel for REST; `children` is empty unless the tree was requested. */
export function restChannel(channel: Channel): RestChannel {
  return { ...channel, channelGuid: channel.id, channelParentGuid: channel.parentId, children: [] };
}

/** Nests channels below their parents, keeping the order of siblings. */
export function restTree(channels: readonly Channel[]): RestChannel[] {
  const nodes = new Map(channels.map((channel) => [channel.id, restChannel(channel)]));
  const tops: RestChannel[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.children ?? tops).push(node);
  }
  return tops;
}
