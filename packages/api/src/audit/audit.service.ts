import type { Db } from '@tandem/db';
import type { AuditAction } from '@tandem/shared/audit/schema';
import type { Context } from '../core/context.ts';
import { safeDetail, safeText } from './audit.detail.ts';
import { insertEntry } from './audit.repo.ts';

/** What was done, for the audit log. */
export interface AuditNote {
  /** Null: of the installation, for operators to read. */
  teamId: string | null;
  action: AuditAction;
  target?: { kind: string; id: string | number; name?: string };
  /** What changed, as plain data. Never put a secret here; what looks like one is hidden all the same. */
  detail?: object;
  /** Who did it, where the context does not say, as when someone registers. */
  actorId?: number;
}

/**
 * Writes an entry of the audit log in the transaction of the change it tells: both happen or neither. The names of
 * actor and target stay as they are now.
 */
export async function recordAudit(
  tx: Db,
  { actor, ip }: Pick<Context, 'actor' | 'ip'>,
  { teamId, action, target, detail = {}, actorId }: AuditNote,
): Promise<void> {
  await insertEntry(tx, {
    teamId,
    actorId: actorId ?? (actor.kind === 'user' ? actor.userId : null),
    action,
    target: target ? { kind: target.kind, id: String(target.id), name: safeText(target.name ?? '') } : null,
    detail: safeDetail(detail),
    ip,
  });
}
