import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import type { SpaceNode } from '../../../entities/workspace/tree.ts';

const created = new Date('2026-01-01T00:00:00Z');

export function space(over: Partial<SpaceNode> & { id: string }): SpaceNode {
  return {
    name: over.id,
    sort: over.id,
    revision: 1,
    abilities: { createApp: true, manage: true },
    ...over,
  };
}

export function app(over: Partial<App> & { id: string }): App {
  return {
    teamId: 'team',
    spaceId: 'space',
    type: 'chat',
    name: over.id,
    icon: '',
    description: '',
    visibility: 'team',
    personal: false,
    permission: 'edit',
    creatorId: 1,
    archivedAt: null,
    sort: over.id,
    createdAt: created,
    revision: 1,
    level: 'manage',
    abilities: { createChannel: true, edit: true, manage: true },
    ...over,
  };
}

export function channel(over: Partial<Channel> & { id: string }): Channel {
  return {
    teamId: 'team',
    appId: 'app',
    parentId: null,
    kind: 'chat',
    name: over.id,
    icon: '',
    description: '',
    visibility: 'inherit',
    permission: 'edit',
    creatorId: 1,
    sort: over.id,
    assistantId: null,
    answering: 'always',
    pinned: false,
    archivedAt: null,
    createdAt: created,
    activeAt: created,
    unread: 0,
    sharedWith: 0,
    revision: 1,
    level: 'manage',
    abilities: { comment: true, send: true, ask: true, edit: true, manage: true },
    ...over,
  };
}
