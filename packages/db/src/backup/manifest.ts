import { BackupError } from './error.ts';
import type { BackupTable } from './tables.ts';

export const product = 'tandem-backup';
export const formatVersion = 1;

/** The first entry of a backup: its contents and schema. */
export interface Manifest {
  product: typeof product;
  format: number;
  createdAt: string;
  /** Version of the program that made it. */
  madeBy: string;
  /** Names of the migrations that made the schema, in order. */
  migrations: string[];
  tables: BackupTable[];
  /** Whether it contains the generated secret key; otherwise SECRET_KEY must be set for restoring. */
  hasSecretKey: boolean;
}

/** The last entry: without it, or with other numbers, a backup is not whole. */
export interface Totals {
  rows: Record<string, number>;
  files: number;
}

/** @throws BackupError when the text is not our manifest, or has a newer format */
export function parseManifest(text: string): Manifest {
  const manifest = parse(text) as Partial<Manifest> | null;
  if (manifest?.product !== product || !Array.isArray(manifest.migrations) || !Array.isArray(manifest.tables))
    throw new BackupError('This file is not a backup of Tandem.');
  if (manifest.format !== formatVersion)
    throw new BackupError(
      `This backup has format ${manifest.format}, and this Tandem knows format ${formatVersion}. Use a newer Tandem.`,
    );
  return manifest as Manifest;
}

/** @throws BackupError when the text is not the end of a backup */
export function parseTotals(text: string): Totals {
  const totals = parse(text) as Partial<Totals> | null;
  if (!totals?.rows || typeof totals.files !== 'number')
    throw new BackupError('The end of this backup is damaged.');
  return totals as Totals;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
