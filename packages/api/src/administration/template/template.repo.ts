import type { Db } from '@tandem/db';
import type { TemplateTable } from '@tandem/db/tables/template';
import type { TemplateCategory, TemplateKind } from '@tandem/shared/template/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import { likePattern } from '../../core/names.ts';

/** A team's template with its creator's name. */
export interface TemplateRow extends Selectable<TemplateTable> {
  creatorName: string;
  creatorAvatar: string;
}

export interface TeamTemplateSearch {
  teamId: string;
  kind?: TemplateKind | undefined;
  category?: TemplateCategory | undefined;
  /** Folded; each must be in name, description or keywords. */
  words: readonly string[];
}

function matching(db: Db, { teamId, kind, category, words }: TeamTemplateSearch) {
  let query = db.selectFrom('template').where('template.teamId', '=', teamId);
  if (kind) query = query.where('template.kind', '=', kind);
  if (category) query = query.where('template.category', '=', category);
  for (const word of words)
    query = query.where(
      sql<boolean>`"search_fold"(concat_ws(' ', "template"."name", "template"."description", "template"."category",
        "template"."keywords"::text)) like ${likePattern('%', word, '%')}`,
    );
  return query;
}

/** A team's templates, the newest first. */
export function teamTemplates(
  db: Db,
  search: TeamTemplateSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<TemplateRow[]> {
  return matching(db, search)
    .innerJoin('user', 'user.id', 'template.creatorId')
    .selectAll('template')
    .select(['user.name as creatorName', 'user.avatar as creatorAvatar'])
    .orderBy('template.createdAt', 'desc')
    .orderBy('template.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Counts a team's templates by category. */
export async function countTeamTemplates(
  db: Db,
  search: TeamTemplateSearch,
): Promise<Map<TemplateCategory, number>> {
  const rows = await matching(db, search)
    .select(['template.category', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('template.category')
    .execute();
  return new Map(rows.map(({ category, count }) => [category, Number(count)]));
}

/** A template of a team. */
export async function teamTemplateById(
  db: Db,
  teamId: string,
  templateId: string,
): Promise<TemplateRow | null> {
  const found = await db
    .selectFrom('template')
    .innerJoin('user', 'user.id', 'template.creatorId')
    .selectAll('template')
    .select(['user.name as creatorName', 'user.avatar as creatorAvatar'])
    .where('template.id', '=', templateId)
    .where('template.teamId', '=', teamId)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the template a person created with a key, and its team. */
export async function templateByClientKey(
  db: Db,
  creatorId: number,
  clientKey: string,
): Promise<{ id: string; teamId: string } | null> {
  const found = await db
    .selectFrom('template')
    .select(['id', 'teamId'])
    .where('creatorId', '=', creatorId)
    .where('clientKey', '=', clientKey)
    .executeTakeFirst();
  return found ?? null;
}

/** Locks the count of a team's templates until the transaction ends. */
export async function lockTemplates(tx: Db, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem templates ${teamId}`}, 0))`.execute(tx);
}

/** @returns the new id, or null when the author has used the key before */
export async function insertTemplate(tx: Db, values: Insertable<TemplateTable>): Promise<string | null> {
  const made = await tx
    .insertInto('template')
    .values(values)
    .onConflict((conflict) => conflict.columns(['creatorId', 'clientKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** @returns whether it was there */
export async function deleteTemplate(tx: Db, templateId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('template').where('id', '=', templateId).executeTakeFirst();
  return numDeletedRows > 0n;
}
