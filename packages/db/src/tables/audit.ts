import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * An administrative or access change, as recorded at the time. The database refuses to change or delete it.
 */
export interface AuditEntryTable {
  /** Order. */
  number: GeneratedAlways<number>;
  id: Generated<string>;
  /** Null: of the installation. No reference: entries outlive their team. */
  teamId: string | null;
  /** Null for no person, such as a job. */
  actorId: number | null;
  actorName: Generated<string>;
  /** `noun.verb`. */
  action: string;
  targetKind: Generated<string>;
  targetId: Generated<string>;
  targetName: Generated<string>;
  /** The change, without secrets. */
  detail: JSONColumnType<Record<string, unknown>, string | undefined, never>;
  ip: Generated<string>;
  createdAt: Generated<Date>;
}
