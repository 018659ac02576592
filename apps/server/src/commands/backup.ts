// `npm run backup [-- file]`: the whole installation in one file, while it runs or not.
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  type WriteStream,
} from 'node:fs';
import path from 'node:path';
import { BackupError } from '@tandem/db/backup/error';
import { writeBackup } from '@tandem/db/backup/write';
import packageJson from '../../../../package.json' with { type: 'json' };
import { fromCaller, secretKeyFileOf } from '../config/config.ts';
import { runCommand } from './command.ts';

await runCommand(async ({ config, opened, say }) => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const [named, ...others] = process.argv.slice(2);
  if (named?.startsWith('-') || others.length > 0)
    throw new BackupError(
      'Name nothing but the file to write, as in: npm run backup -- tandem-backup.tar.gz',
    );
  // In the data folder, where nobody publishes or copies it with the program.
  const folder = path.join(config.settings.dataDir, 'backups');
  if (!named) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = named ? fromCaller(named) : path.join(folder, `tandem-backup-${stamp}.tar.gz`);
  if (existsSync(file)) throw new BackupError(`${file} exists already. Name another file.`);
  const secretKeyFile = secretKeyFileOf(config);
  const half = `${file}.partial`;
  try {
    const totals = await writeBackup({
      url: opened.database.url,
      filesDir: path.join(config.settings.dataDir, 'files'),
      secretKeyFile,
      madeBy: packageJson.version,
      to: await created(half),
    });
    renameSync(half, file);
    const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
    const size = (statSync(file).size / 1024 / 1024).toFixed(1);
    say(`Backed up ${rows} rows and ${totals.files} files (${size} MB) to ${file}`);
    if (config.settings.s3) say('Files in the object storage are not in it: back up the bucket as well.');
    say(
      secretKeyFile
        ? 'It holds the secret key too, so only you can read it: keep it as safe as the installation itself, on another disk.'
        : 'SECRET_KEY is not in it: keep that apart, the backup is of no use without it.',
    );
  } catch (error) {
    throw mistakeOf(error, file);
  } finally {
    rmSync(half, { force: true });
  }
});

/**
 * Creates a new file readable by its owner only; an existing file or link, possibly somebody else's, is not
 * written to.
 */
async function created(file: string): Promise<WriteStream> {
  rmSync(file, { force: true });
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(stream, 'open');
  return stream;
}

function mistakeOf(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return new BackupError('The disk is full: make room, or name a file on another one.', error);
  const isOurs = error instanceof Error && 'path' in error && String(error.path).startsWith(file);
  if (!isOurs) return error;
  const folder = path.dirname(file);
  const reason = existsSync(folder) ? ` (${code})` : `: there is no folder ${folder}`;
  return new BackupError(`${file} can't be written${reason}.`, error);
}
