import type { Db } from '@tandem/db';
import type { AuditAction } from '@tandem/shared/audit/schema';
import type { Context } from '../../core/context.ts';
import { insertEntries } from './audit.repo.ts';
import { safeDetail, safeText } from './detail.ts';

/** The actor and their address, of a context. */
export type Doer = Pick<Context, 'actor' | 'ip'>;

/** What was done, for the audit log. */
export interface AuditNote {
  /** Null: of the installation, for operators to read. */
  teamId: string | null;
  action: AuditAction;
  /** The names of users, teams, spaces, apps and channels are found by themselves. */
  target?: { kind: string; id: string | number; name?: string };
  /** The person concerned where the target is something else, such as the one who was given access. */
  personId?: number;
  /** What changed, as plain data. Never put a secret here; what looks like one is hidden all the same. */
  detail?: object;
  /** The person who did it, where the context does not say, as when someone registers. */
  actorId?: number;
}

/**
 * Writes an entry of the audit log in the transaction of the change it tells: both happen or neither. The names of
 * actor and target stay as they are now.
 */
export async function recordAudit(tx: Db, doer: Doer, note: AuditNote): Promise<void> {
  await recordAudits(tx, doer, [note]);
}

/** The same for several changes at once. */
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
