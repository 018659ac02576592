import type { App, MoveApp } from '@tandem/shared/app/schema';
import i18n from 'i18next';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import { applyAnswer, settle } from './store.ts';
import { bySort, type SpaceNode, type Tree } from './tree.ts';

/** How long a deletion can be undone from its toast while the window is in view, in milliseconds. */
const UNDO_MS = 30_000;

type AppsView = Pick<Tree, 'apps' | 'spaces'>;

/** The apps of a space that can be put in order: the reader's own is always the first. */
function appsIn({ apps }: Pick<Tree, 'apps'>, spaceId: string): App[] {
  return [...apps.values()].filter((app) => app.spaceId === spaceId && !app.personal).sort(bySort);
}

/** The move that puts an app one up or down in its space; null where there is no room. */
export function appMoveByKey(tree: AppsView, appId: string, direction: 'up' | 'down'): MoveApp | null {
  const app = tree.apps.get(appId);
  if (!app?.abilities.edit || app.personal) return null;
  const siblings = appsIn(tree, app.spaceId);
  const at = siblings.findIndex(({ id }) => id === appId);
  const target = direction === 'up' ? at - 1 : at + 1;
  if (target < 0 || target >= siblings.length) return null;
  const others = siblings.toSpliced(at, 1);
  return { appId, spaceId: app.spaceId, afterId: others[target - 1]?.id ?? null };
}

/** The other spaces where an app may go, in order. */
export function spacesFor(tree: AppsView, appId: string): SpaceNode[] {
  const app = tree.apps.get(appId);
  if (!app?.abilities.manage) return [];
  return [...tree.spaces.values()]
    .filter((space) => space.id !== app.spaceId && space.abilities.createApp)
    .sort(bySort);
}

/** The move that puts an app last into a space. */
export function moveIntoSpace(tree: AppsView, appId: string, spaceId: string): MoveApp {
  return { appId, spaceId, afterId: appsIn(tree, spaceId).at(-1)?.id ?? null };
}

/** Moves an app. A failure shows as a toast. */
export async function moveApp(move: MoveApp): Promise<void> {
  await settle(api.app.move.mutate(move).then((moved) => ({ apps: [moved] })));
}

/**
 * Puts an app with its channels in the bin, with an undo button.
 * @throws the call's error
 */
export async function removeApp(app: App): Promise<void> {
  const context = { context: { silent: true } };
  const { removed, treeRevision } = await api.app.remove.mutate({ appId: app.id }, context);
  applyAnswer({ removed }, treeRevision);
  toast(i18n.t('workspace:remove.done', { name: app.name }), {
    duration: UNDO_MS,
    action: { label: i18n.t('workspace:remove.undo'), onClick: () => void restoreApp(app.id) },
  });
}

/** Restores an app from the bin; its channels arrive as tree events. A failure shows as a toast. */
export async function restoreApp(appId: string): Promise<boolean> {
  const { done } = await settle(api.app.restore.mutate({ appId }).then((app) => ({ apps: [app] })));
  return done;
}
