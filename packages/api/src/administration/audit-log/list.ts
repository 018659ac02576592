import type { AuditAction, AuditEntry, AuditFilter, ListAudit } from '@tandem/shared/audit/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import { type AuditRow, entriesPage } from '../../access/audit/audit.repo.ts';
import type { Context } from '../../core/context.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { operatorRule, teamRule } from '../../identity/team/team.service.ts';

/** The log being read: a team's, or the installation's when null. */
export interface Log {
  teamId: string | null;
}

const cursorSchema = z.tuple([z.int().min(1)]);

/** Guards the log of the current team for its administrators, and that of the installation for operators. */
export function auditRule<Input extends Pick<AuditFilter, 'of'>>(
  action: string,
): AccessRule<Input, { log: Log }> {
  return {
    action,
    async check(ctx, input) {
      const { team } = await teamRule<Input>(action, isAdministrator).check(ctx, input);
      if (input.of === 'team') return { log: { teamId: team.teamId } };
      await operatorRule<Input>(action).check(ctx, input);
      return { log: { teamId: null } };
    },
  };
}

/** Entries of a log, newest first. */
export async function listAudit(
  { db }: Pick<Context, 'db'>,
  { teamId }: Log,
  { of: _of, cursor, limit, ...filter }: ListAudit,
): Promise<KeysetPage<AuditEntry>> {
  const before = cursor === undefined ? undefined : readCursor(cursor, cursorSchema)[0];
  const rows = await entriesPage(db, { teamId, ...filter, before }, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { list: page.map(presentEntry), nextCursor: last ? writeCursor([last.number]) : null };
}

/** Presents an entry for lists and exports. */
export function presentEntry(row: AuditRow): AuditEntry {
  const { id, actorId, actorName, action, targetKind, targetId, targetName, detail, ip, createdAt } = row;
  return {
    id,
    actor: actorId === null ? null : { id: actorId, name: actorName },
    // An unknown action, written by another version, is shown by its raw name.
    action: action as AuditAction,
    target: targetKind === '' ? null : { kind: targetKind, id: targetId, name: targetName },
    detail,
    ip,
    createdAt,
  };
}
