import type { Db } from '@tandem/db';
import type { AuditEntryTable } from '@tandem/db/tables/audit';
import type { AuditAction, AuditFilter, AuditTarget } from '@tandem/shared/audit/schema';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { nameHolds } from '../../core/names.ts';

export interface NewAuditEntry {
  teamId: string | null;
  actorId: number | null;
  action: AuditAction;
  target: AuditTarget | null;
  /** Another person the entry concerns; their name is added to `detail`. */
  personId: number | null;
  detail: Record<string, unknown>;
  ip: string;
}

const nameOfUser = (id: number | RawBuilder<number> | null) => sql<string>`(
  select coalesce(nullif("name", ''), "email") from "user" where "id" = ${id}
)`;

/** Selects the current name of a target, for kinds that have rows. */
function nameOf(target: AuditTarget | null): RawBuilder<string> {
  if (!target) return sql`''`;
  const { kind, id, name } = target;
  if (name !== '') return sql`${name}`;
  if (kind === 'user') return nameOfUser(Number(id));
  // The name of a private conversation may reveal its content, which administrators may not read.
  if (kind === 'channel')
    return sql`(select case when "teamLevel" > 0 then "name" end from "channel" where "id" = ${id})`;
  if (kind === 'app' || kind === 'space' || kind === 'team')
    return sql`(select "name" from ${sql.table(kind)} where "id" = ${id})`;
  return sql`''`;
}

function valuesOf({ teamId, actorId, action, target, personId, detail, ip }: NewAuditEntry) {
  const person =
    personId === null
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object('personId', ${personId}::integer, 'person', ${nameOfUser(personId)})`;
  return sql`(
    ${teamId}, ${actorId}::integer, coalesce(${nameOfUser(actorId)}, ''), ${action},
    ${target?.kind ?? ''}, ${target?.id ?? ''}, coalesce(${nameOf(target)}, ''),
    ${JSON.stringify(detail)}::jsonb || ${person}, ${ip}
  )`;
}

/** Writes entries in their order, with the names that people and things have now. */
export async function insertEntries(tx: Db, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into "audit_entry"
      ("teamId", "actorId", "actorName", "action", "targetKind", "targetId", "targetName", "detail", "ip")
    values ${sql.join(entries.map(valuesOf))}
  `.execute(tx);
}

export type AuditRow = Selectable<AuditEntryTable>;

/** Filter of entries of one team, or of the installation. */
export interface AuditQuery extends Omit<AuditFilter, 'of'> {
  teamId: string | null;
  /** Returns only entries before this number. */
  before?: number | undefined;
}

function matching(db: Db, { teamId, action, actorId, query, from, to, before }: AuditQuery) {
  let entries = db.selectFrom('audit_entry').selectAll().where('teamId', 'is not distinct from', teamId);
  if (action) entries = entries.where('action', '=', action);
  if (actorId !== undefined) entries = entries.where('actorId', '=', actorId);
  if (from) entries = entries.where('createdAt', '>=', new Date(from));
  if (to) entries = entries.where('createdAt', '<', new Date(to));
  if (before !== undefined) entries = entries.where('number', '<', before);
  if (query)
    entries = entries.where(
      sql<boolean>`(position(lower(${query}) in lower(
        "actorName" || ' ' || "targetName" || ' ' || coalesce("detail" ->> 'person', '')
      )) > 0 or ${isSpelt(query)})`,
    );
  return entries;
}

/** Whether an entry names a person whose current name has this spelling. */
function isSpelt(query: string): RawBuilder<boolean> {
  const spelt = sql`
    from "user" where "user"."spelling" <> '' and ${nameHolds('user', query)}`;
  return sql<boolean>`(
    ("actorId", "actorName") in (select "user"."id", "user"."name" ${spelt})
    or "targetKind" = 'user' and ("targetId", "targetName") in (select "user"."id"::text, "user"."name" ${spelt})
    or ("detail" ->> 'personId', "detail" ->> 'person') in (select "user"."id"::text, "user"."name" ${spelt})
  )`;
}

/** Entries of the log, newest first. */
export function entriesPage(db: Db, query: AuditQuery, limit: number): Promise<AuditRow[]> {
  return matching(db, query).orderBy('number', 'desc').limit(limit).execute();
}
