import type { Generated, JSONColumnType } from 'kysely';

/** A value of the installation that an operator set; the environment's comes first. */
export interface SettingTable {
  name: string;
  value: JSONColumnType<object> | null;
  /** Encrypted, in place of a `value` that must not be readable. */
  secret: Buffer | null;
  updatedBy: number | null;
  updatedAt: Generated<Date>;
}
