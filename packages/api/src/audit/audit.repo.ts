import type { Db } from '@tandem/db';
import type { AuditAction, AuditTarget } from '@tandem/shared/audit/schema';
import { sql } from 'kysely';

export interface NewAuditEntry {
  teamId: string | null;
  actorId: number | null;
  action: AuditAction;
  target: AuditTarget | null;
  detail: Record<string, unknown>;
  ip: string;
}

/** Writes an entry, with the name that its actor has now. */
export async function insertEntry(tx: Db, entry: NewAuditEntry): Promise<void> {
  const { teamId, actorId, action, target, detail, ip } = entry;
  await sql`
    insert into "audit_entry"
      ("teamId", "actorId", "actorName", "action", "targetKind", "targetId", "targetName", "detail", "ip")
    values (
      ${teamId}, ${actorId},
      coalesce((select coalesce(nullif("name", ''), "email") from "user" where "id" = ${actorId}), ''),
      ${action}, ${target?.kind ?? ''}, ${target?.id ?? ''}, ${target?.name ?? ''},
      ${JSON.stringify(detail)}, ${ip}
    )
  `.execute(tx);
}
