import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** One administrative or access change, as it was then. The database refuses to change or remove it. */
export interface AuditEntryTable {
  /** Order. */
  number: GeneratedAlways<number>;
  id: Generated<string>;
  /** Null: of the installation. No reference: entries outlive their team. */
  teamId: string | null;
  /** Null: nobody, such as a job. */
  actorId: number | null;
  actorName: Generated<string>;
  /** `noun.verb`. */
  action: string;
  targetKind: Generated<string>;
  targetId: Generated<string>;
  targetName: Generated<string>;
  /** What changed; never a secret. */
  detail: JSONColumnType<Record<string, unknown>, string | undefined, never>;
  ip: Generated<string>;
  createdAt: Generated<Date>;
}
