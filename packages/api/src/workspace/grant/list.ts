import type { Db } from '@tandem/db';
import { levelOf, type Permission } from '@tandem/shared/access/permissions';
import type { AccessList, AccessPerson, listGrantsSchema } from '@tandem/shared/grant/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { UserContext } from '../../core/context.ts';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { colleaguesSeenBy, roleIn } from '../../identity/team/team.service.ts';
import { presentPerson } from './grant.presenter.ts';
import { peopleOf, type ReachCursor, type ReachRow } from './grant.repo.ts';
import { parentOf, pathOf } from './path.repo.ts';
import { listPending } from './pending.ts';
import type { LoadedTarget } from './target.ts';

const cursorSchema = z.tuple([z.boolean(), cursorText(400), z.int().min(0).max(2_147_483_647)]);

function cursorOf(cursor: string): ReachCursor {
  const [granted, sortName, id] = readCursor(cursor, cursorSchema);
  return { granted, sortName, id };
}

const managesTarget = ({ held, personal }: LoadedTarget) => held === 'manage' && !personal;

/**
 * Lists people with access to a target and its source, for anyone who sees it; guests see people they share a
 * channel with.
 */
export async function listGrants(
  { db, platform, actor: reader }: UserContext,
  target: LoadedTarget,
  { cursor, limit }: Pick<z.output<typeof listGrantsSchema>, 'cursor' | 'limit'>,
): Promise<AccessList> {
  const role = await roleIn(db, reader, target.teamId);
  const manages = managesTarget(target);
  const [path, parent, rows, pending] = await Promise.all([
    pathOf(db, reader, target),
    parentOf(db, reader, target),
    peopleOf(db, target, {
      userIds: await colleaguesSeenBy(db, reader, target.teamId, role),
      after: cursor === undefined ? null : cursorOf(cursor),
      limit: limit + 1,
    }),
    manages ? listPending({ db, platform }, target.id) : [],
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    target: {
      kind: target.kind,
      id: target.id,
      name: target.name,
      icon: target.icon,
      visibility: target.visibility,
      permission: defaultOf(target),
    },
    team: levelOf(target.teamLevel),
    inherited: parent && { team: levelOf(parent.teamLevel), ...(parent.visible && { name: parent.name }) },
    list: page.map((row) => presentPerson(row, { target, path }, { userId: reader.userId, manages })),
    nextCursor: last ? writeCursor([last.granted, last.sortName, last.id]) : null,
    pending,
    abilities: { manage: manages, invite: manages && isFullMember(role) },
  };
}

/** Lists people with access to a target, for administrators without access: callers check their role. */
export async function listReach(
  db: Db,
  target: Pick<LoadedTarget, 'teamId' | 'path' | 'teamLevel'>,
  { cursor, limit }: Pick<z.output<typeof listGrantsSchema>, 'cursor' | 'limit'>,
): Promise<KeysetPage<ReachRow>> {
  const after = cursor === undefined ? null : cursorOf(cursor);
  const rows = await peopleOf(db, target, { after, limit: limit + 1 });
  const list = rows.slice(0, limit);
  const last = rows.length > limit ? list.at(-1) : undefined;
  return { list, nextCursor: last ? writeCursor([last.granted, last.sortName, last.id]) : null };
}

/** The default permission that is its own, or else results; a node that has neither would open at edit. */
function defaultOf({ level, teamLevel }: LoadedTarget): Permission {
  const permission = levelOf(level ?? teamLevel);
  return permission === 'none' ? 'edit' : permission;
}

/** Presents these people as in the list, without those who have no access. */
export async function presentPeople(
  db: Db,
  reader: Reader,
  target: LoadedTarget,
  userIds: readonly number[],
): Promise<AccessPerson[]> {
  if (userIds.length === 0) return [];
  const [path, rows] = await Promise.all([pathOf(db, reader, target), peopleOf(db, target, { userIds })]);
  const manages = managesTarget(target);
  return rows.map((row) => presentPerson(row, { target, path }, { userId: reader.userId, manages }));
}
