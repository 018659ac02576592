import { levelOf, type Permission, permissions } from '@tandem/shared/access/permissions';
import type { App } from '@tandem/shared/app/schema';
import {
  type AppAction,
  appHeldByArchive,
  keptPersonal,
  mayOnApp,
} from '../../access/policy/access.policy.ts';
import type { LoadedApp } from '../../access/policy/access.rules.ts';

/** The permission of a stored rank of 1 to 4. */
export function permissionOf(rank: number): Permission {
  const level = levelOf(rank);
  return level === 'none' ? permissions[0] : level;
}

/** An app as its reader sees it. */
export function presentApp(app: LoadedApp): App {
  const may = (action: AppAction) =>
    mayOnApp(app.held, action) && !keptPersonal(app, action) && !appHeldByArchive(app, action);
  return {
    id: app.id,
    teamId: app.teamId,
    spaceId: app.spaceId,
    type: app.type,
    name: app.name,
    icon: app.icon,
    description: app.description,
    visibility: app.visibility,
    personal: app.personalUserId !== null,
    permission: permissionOf(app.level),
    creatorId: app.creatorId,
    sort: app.sort,
    archivedAt: app.archivedAt,
    createdAt: app.createdAt,
    revision: app.revision,
    level: app.held,
    abilities: {
      createChannel: may('app.createChannel'),
      edit: may('app.edit'),
      manage: may('app.manage'),
    },
  };
}
