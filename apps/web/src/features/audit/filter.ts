import { type AuditAction, type AuditFilter, auditActions } from '@tandem/shared/audit/schema';

/** Values of the filter fields, as typed. */
export interface Filter {
  of: AuditFilter['of'];
  query: string;
  /** "" for all. */
  action: string;
  /** Days as date fields give them, "" for none. */
  from: string;
  to: string;
}

export const noFilter: Filter = { of: 'team', query: '', action: '', from: '', to: '' };

/** The query for the server: days in the reader's own time zone, the last one whole. */
export function wantedOf({ of, query, action, from, to }: Filter) {
  const begin = startOf(from, 0);
  const end = startOf(to, 1);
  const known = auditActions.find((each): each is AuditAction => each === action);
  return {
    of,
    ...(query.trim() !== '' && { query: query.trim().slice(0, 200) }),
    ...(known && { action: known }),
    ...(begin && { from: begin }),
    ...(end && { to: end }),
  };
}

function startOf(day: string, later: number): string | null {
  const parts = /^([12]\d{3})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts || Number(parts[1]) < 1971) return null;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** URL of the export of these entries. */
export function exportAddress(filter: Filter): string {
  return `/api/admin/audit/export?${new URLSearchParams(wantedOf(filter))}`;
}
