import { type Db, transaction } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';
import type { App, AppType, UpdateApp } from '@tandem/shared/app/schema';
import type { Language } from '@tandem/shared/user/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { insertOnce } from '../../core/client-key.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { createDefaultAssistant, type DefaultAssistant } from '../../models/assistant/assistant.service.ts';
import { presentApp } from './app.presenter.ts';
import {
  appByClientKey,
  appsOfTeam,
  insertApp,
  nextAppSort,
  spaceStands,
  typeOfApp,
  updateAppRow,
} from './app.repo.ts';

export { presentApp } from './app.presenter.ts';
export { archiveLikeApp, isAppArchived } from './archive.repo.ts';
export { personalAppOf } from './personal.repo.ts';

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
  /** Its assistant; absent for the defaults. */
  assistant?: DefaultAssistant;
}

/** Lists a team's visible apps, in order; with `since`, those changed after that revision. */
export async function listApps(db: Db, reader: Reader, teamId: string, since?: number): Promise<App[]> {
  return (await appsOfTeam(db, reader, teamId, since)).map(presentApp);
}

/** `listApps` with rows, for callers that check many. */
export const loadApps = appsOfTeam;

/**
 * Returns the type of an app whose access the caller has checked.
 * @throws AppError `notFound`
 */
export async function appTypeOf(db: Db, appId: string): Promise<AppType> {
  const type = await typeOfApp(db, appId);
  if (type === null) throw new AppError('notFound');
  return type;
}

/**
 * Creates an app with its default assistant, at the end of its space. A repeated `clientKey` returns the
 * first.
 * @throws AppError `notFound` when its author can no longer see it, `conflict` when it is in another team
 */
export async function createApp(ctx: Context, input: NewApp): Promise<App> {
  const { userId, clientKey } = input;
  const appId = await insertOnce(
    ctx.db,
    {
      clientKey,
      find: (db, key) => appByClientKey(db, userId, key),
      isHere: ({ teamId }) => teamId === input.teamId,
    },
    () => insertNewApp(ctx, input),
  );
  return presentApp(await appFor(ctx.db, { userId }, appId, 'app.view'));
}

function insertNewApp(ctx: Context, input: NewApp): Promise<string | null> {
  const { language, userId, clientKey = null, assistant = {}, ...values } = input;
  return transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, values.teamId);
    // Holding the team's row prevents the removal of a space.
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
