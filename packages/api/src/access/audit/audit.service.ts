import type { Db } from '@tandem/db';
import type { AuditAction } from '@tandem/shared/audit/schema';
import type { Context } from '../../core/context.ts';
import { insertEntries } from './audit.repo.ts';
import { safeDetail, safeText } from './detail.ts';

/** The actor and their address, of a context. */
export type Doer = Pick<Context, 'actor' | 'ip'>;

/** One action to record in the audit log. */
export interface AuditNote {
  /** Null: of the installation, for operators to read. */
  teamId: string | null;
  action: AuditAction;
  /** Names of users, teams, spaces, apps and channels are looked up. */
  target?: { kind: string; id: string | number; name?: string };
  /** The person concerned where the target is something else, such as someone who was given access. */
  personId?: number;
  /** The change, as plain data. Never put a secret here; values that look like one are redacted as well. */
  detail?: object;
  /** The acting person, where the context has none, as during registration. */
  actorId?: number;
}

/**
 * Writes an audit entry in the transaction of the change it records, so that both happen or neither. Stores
 * the current names of actor and target.
 */
export async function recordAudit(tx: Db, doer: Doer, note: AuditNote): Promise<void> {
  await recordAudits(tx, doer, [note]);
}

/** `recordAudit` for several changes at once. */
export async function recordAudits(tx: Db, { actor, ip }: Doer, notes: readonly AuditNote[]): Promise<void> {
  await insertEntries(
    tx,
    notes.map(({ teamId, action, target, personId, detail = {}, actorId }) => ({
      teamId,
      actorId: actorId ?? (actor.kind === 'user' ? actor.userId : null),
      action,
      target: target ? { kind: target.kind, id: String(target.id), name: safeText(target.name ?? '') } : null,
      personId: personId ?? null,
      detail: safeDetail(detail),
      ip,
    })),
  );
}
