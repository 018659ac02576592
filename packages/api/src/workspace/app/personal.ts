import type { Db } from '@tandem/db';
import { keyAfter } from '@tandem/shared/sort/place';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type Language, languages } from '@tandem/shared/user/schema';
import { lockAppRow } from '../../access/policy/lock-app.ts';
import { say } from '../../core/language.ts';
import type { Platform } from '../../core/platform.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { announceAccess, announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { createDefaultAssistant } from '../../models/assistant/assistant.service.ts';
import { insertApp, lastAppSort, nextAppSort } from './app.repo.ts';
import { firstSpaceOf } from './bin.repo.ts';
import { updateAppPlaces } from './move.repo.ts';
import {
  binOwn,
  grantOwn,
  languageOfMember,
  ownAppsOfSpace,
  personalAppOf,
  renameOwn,
  touchApp,
  ungrantOwn,
} from './personal.repo.ts';

interface Membership {
  teamId: string;
  userId: number;
  role: TeamRole;
}

const nameIn = (language: Language) => say(language, 'common:starter.personal');

/**
 * Ensures that a full member has a personal app in their team, which nobody else ever sees: created with the
 * membership, and restored for a returning member. Guests have none, since they create chats only where
 * allowed; its content is kept. Joins the transaction; the caller holds `lockMembers`.
 */
export async function fitPersonalApp(
  { platform }: { platform: Platform },
  tx: Db,
  { teamId, userId, role }: Membership,
): Promise<void> {
  const appId = await personalAppOf(tx, { teamId, userId });
  if (!isFullMember(role) && appId === null) return;
  if (appId !== null) await lockAppRow(tx, appId);
  const revision = await nextTreeRevision(tx, teamId);
  if (appId !== null) {
    if (isFullMember(role)) await grantOwn(tx, appId, { teamId, userId });
    else await ungrantOwn(tx, appId, userId);
    await touchApp(tx, appId, revision);
    return announceAccess(platform, tx, teamId, { revision, userIds: [userId] });
  }
  const spaceId = await firstSpaceOf(tx, teamId);
  // The team is being founded: its founder's is made with its first space.
  if (spaceId === null) return;
  const language = (await languageOfMember(tx, { teamId, userId })) ?? languages[0];
  const made = await insertApp(tx, {
    ...{ teamId, spaceId, type: 'chat', visibility: 'private', name: nameIn(language), revision },
    ...{ creatorId: userId, personalUserId: userId, sort: await nextAppSort(tx, spaceId) },
  });
  if (made === null) return;
  await createDefaultAssistant(tx, { teamId, appId: made, ownerId: userId, language });
  announceTree(platform, tx, teamId, { revision, appIds: [made] });
}

/** Locks personal apps of a space. Take it before the team's row (`nextTreeRevision`). */
export async function lockPersonalApps(tx: Db, spaceId: string): Promise<void> {
  await ownAppsOfSpace(tx, spaceId);
}

/**
 * Moves personal apps to the end of another space, under the lock of the team's tree.
 * @returns their ids
 */
export async function movePersonalApps(
  tx: Db,
  { from, to }: { from: string; to: string },
  revision: number,
): Promise<string[]> {
  const appIds = await ownAppsOfSpace(tx, from);
  let sort = await lastAppSort(tx, to);
  const placed = appIds.map((id) => {
    sort = keyAfter(sort);
    return { id, sort, spaceId: to };
  });
  await updateAppPlaces(tx, placed, revision);
  return appIds;
}

/** Names a person's own apps in the language that they read now, unless they named them themselves. */
export async function nameOwnApps(
  { platform }: { platform: Platform },
  tx: Db,
  userId: number,
  language: Language,
): Promise<void> {
  const names = languages.map(nameIn);
  for (const { id, teamId } of await renameOwn(tx, userId, { names, to: nameIn(language) })) {
    const revision = await nextTreeRevision(tx, teamId);
    await touchApp(tx, id, revision);
    announceTree(platform, tx, teamId, { revision, appIds: [id] });
  }
}

/** Puts a person's private content in personal apps into the bin, which deletes it permanently later. */
export function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  return binOwn(tx, userId);
}
