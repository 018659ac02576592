import type { Generated, JSONColumnType } from 'kysely';

/** A value of the installation that an operator set; the environment's comes first. */
export interface SettingTable {
  name: string;
  value: JSONColumnType<object> | null;
  /** In place of `value` for what must not be read back; encrypted. */
  secret: Buffer | null;
  updatedBy: number | null;
  updatedAt: Generated<Date>;
}
