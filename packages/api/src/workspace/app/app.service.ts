import { type Db, transaction } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';
import type { App, AppType, UpdateApp } from '@tandem/shared/app/schema';
import type { Language } from '@tandem/shared/user/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { createDefaultAssistant, type DefaultAssistant } from '../../models/assistant/assistant.service.ts';
import { presentApp } from './app.presenter.ts';
import {
  appByClientKey,
  appsHiddenSince,
  appsOfTeam,
  insertApp,
  nextAppSort,
  spaceStands,
  typeOfApp,
  updateAppRow,
} from './app.repo.ts';

export { presentApp } from './app.presenter.ts';
export { archiveLikeApp, isAppArchived } from './archive.repo.ts';

export interface NewApp {
  teamId: string;
  spaceId: string;
  userId: number;
  type: AppType;
  name: string;
  icon?: string;
  description?: string;
  /** Absent: every member of the team sees it. */
  visibility?: AppVisibility;
  clientKey?: string;
  language: Language;
  /** What its assistant is like; absent: as new ones are. */
  assistant?: DefaultAssistant;
}

/** The apps of a team that the reader may see, in order; with `since`, those changed after that revision. */
export async function listApps(db: Db, reader: Reader, teamId: string, since?: number): Promise<App[]> {
  return (await appsOfTeam(db, reader, teamId, since)).map(presentApp);
}

/** The same with their rows, for who judges many of them. */
export const loadApps = appsOfTeam;

/** What an app is for, said of an app that the caller has judged already. @throws AppError `notFound` */
export async function appTypeOf(db: Db, appId: string): Promise<AppType> {
  const type = await typeOfApp(db, appId);
  if (type === null) throw new AppError('notFound');
  return type;
}

/** Ids of apps that the reader may have lost sight of after a revision. */
export const listHiddenApps = appsHiddenSince;

/**
 * Makes an app with its default assistant, at the end of its space. A repeated `clientKey` answers the first.
 * @throws AppError `notFound` when the first one is no longer there for its author, `conflict` when it is in another
 * team
 */
export async function createApp(ctx: Context, input: NewApp): Promise<App> {
  const { userId, clientKey } = input;
  const first = async () => {
    const found = clientKey ? await appByClientKey(ctx.db, userId, clientKey) : null;
    if (found && found.teamId !== input.teamId) throw new AppError('conflict');
    return found?.id ?? null;
  };
  const appId = (await first()) ?? (await insertNewApp(ctx, input)) ?? (await first());
  if (!appId) throw new AppError('conflict');
  return presentApp(await appFor(ctx.db, { userId }, appId, 'app.view'));
}

function insertNewApp(ctx: Context, input: NewApp): Promise<string | null> {
  const { language, userId, clientKey = null, assistant = {}, ...values } = input;
  return transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, values.teamId);
    // The team's row is held now, and with it every removal of a space.
    if (!(await spaceStands(tx, values.teamId, values.spaceId))) throw new AppError('notFound');
    const sort = await nextAppSort(tx, values.spaceId);
    const appId = await insertApp(tx, { ...values, creatorId: userId, clientKey, sort, revision });
    if (appId === null) return null;
    await createDefaultAssistant(tx, { teamId: values.teamId, appId, ownerId: userId, language }, assistant);
    await recordAudit(tx, ctx, {
      teamId: values.teamId,
      action: 'app.create',
      target: { kind: 'app', id: appId, name: values.name },
      detail: { type: values.type },
      actorId: userId,
    });
    announceTree(ctx.platform, tx, values.teamId, { revision, appIds: [appId] });
    return appId;
  });
}

/** Changes name, icon or description. @throws AppError `notFound` when the app went to the bin meanwhile */
export async function updateApp(ctx: UserContext, app: LoadedApp, input: UpdateApp): Promise<App> {
  const { appId, ...values } = input;
  if (Object.values(values).some((value) => value !== undefined)) {
    await transaction(ctx.db, async (tx) => {
      await lockApp(tx, appId);
      const revision = await nextTreeRevision(tx, app.teamId);
      await updateAppRow(tx, appId, { ...values, revision });
      announceTree(ctx.platform, tx, app.teamId, { revision, appIds: [appId] });
    });
  }
  return presentApp(await appFor(ctx.db, ctx.actor, appId, 'app.view'));
}
