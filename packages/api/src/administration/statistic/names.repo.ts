import type { Db } from '@tandem/db';
import type { AppType } from '@tandem/shared/app/schema';
import { type SqlBool, sql } from 'kysely';

export interface NamedPerson {
  id: number;
  name: string;
  avatar: string;
}

/** Returns the names of these people. */
export async function namedPeople(db: Db, userIds: readonly number[]): Promise<Map<number, NamedPerson>> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name', 'avatar'])
    .where(sql<SqlBool>`"id" = any(${userIds}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NamedApp {
  id: string;
  name: string;
  icon: string;
  type: AppType;
  /** The name of the only member who sees it; null for an app of the team. */
  personalTo: string | null;
}

/** Returns the names of these apps of a team, including those in the bin. */
export async function namedApps(
  db: Db,
  teamId: string,
  appIds: readonly string[],
): Promise<Map<string, NamedApp>> {
  const rows = await db
    .selectFrom('app')
    .leftJoin('user', 'user.id', 'app.personalUserId')
    .select(['app.id', 'app.name', 'app.icon', 'app.type', 'user.name as personalTo'])
    .where('app.teamId', '=', teamId)
    .where(sql<SqlBool>`"app"."id" = any(${appIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NamedModel {
  id: string;
  name: string;
  provider: string;
}

/** Returns the names of these models and their providers. */
export async function namedModels(db: Db, modelIds: readonly string[]): Promise<Map<string, NamedModel>> {
  const rows = await db
    .selectFrom('model')
    .innerJoin('provider', 'provider.id', 'model.providerId')
    .select(['model.id', 'model.name', 'provider.name as provider'])
    .where(sql<SqlBool>`"model"."id" = any(${modelIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
