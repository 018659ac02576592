import path from 'node:path';
import type { Settings } from '../settings.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage that the settings name: an object storage, else a folder in `DATA_DIR`. */
export function createStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Storage {
  return s3 ? s3Storage(s3) : diskStorage(path.join(dataDir, 'files'));
}
