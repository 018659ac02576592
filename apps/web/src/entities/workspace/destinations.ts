import type { App } from '@tandem/shared/app/schema';
import type { Channel } from '@tandem/shared/channel/schema';
import { canNest } from './move.ts';
import { bySort, type ChildIndex, subtreeOf, type Tree } from './tree.ts';

/** A place in the tree where a channel may go. */
export interface Destination {
  app: App;
  /** Null: the app's top. */
  parent: Channel | null;
  depth: number;
  /** Whether it is the channel's current place. */
  current: boolean;
}

/**
 * The possible places of a channel, including its current one: first those in its own app, then those in
 * others, each in the order of the tree. An app of another type takes only documents, which every app takes.
 */
export function destinationsOf(
  tree: Pick<Tree, 'apps' | 'spaces' | 'channels'>,
  index: ChildIndex,
  channelId: string,
): Destination[] {
  const channel = tree.channels.get(channelId);
  const home = channel && tree.apps.get(channel.appId);
  if (!channel || !home) return [];
  const view = { channels: tree.channels, index };
  const below = subtreeOf(index, channelId);
  const isAllDocuments = [...below].every((id) => tree.channels.get(id)?.kind === 'document');
  const places: Destination[] = [];
  const add = (app: App, parent: Channel | null, depth: number) => {
    const parentId = parent?.id ?? null;
    const current = app === home && parentId === channel.parentId;
    const isOpen = parent !== null || app === home || app.abilities.createChannel;
    if (current || (isOpen && canNest(view, channelId, parentId, app.id)))
      places.push({ app, parent, depth, current });
    for (const child of index.get(parentId ?? app.id) ?? [])
      if (!below.has(child.id)) add(app, child, depth + 1);
  };
  add(home, null, 0);
  const others = [...tree.apps.values()].filter(
    (app) => app !== home && app.archivedAt === null && (isAllDocuments || app.type === home.type),
  );
  for (const app of others.sort(bySpace(tree))) add(app, null, 0);
  return places;
}

function bySpace({ spaces }: Pick<Tree, 'spaces'>) {
  return (a: App, b: App) => {
    const [first, second] = [spaces.get(a.spaceId), spaces.get(b.spaceId)];
    return first && second && first !== second ? bySort(first, second) : bySort(a, b);
  };
}
