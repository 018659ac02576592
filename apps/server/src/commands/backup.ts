// `npm run backup [-- file]`: the whole installation in one file, while it runs or not.
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '@tandem/db/backup/error';
import { writeBackup } from '@tandem/db/backup/write';
import packageJson from '../../../../package.json' with { type: 'json' };
import { fromCaller, secretKeyFileOf } from '../config/config.ts';
import { runCommand } from './command.ts';

await runCommand(async ({ config, opened, say }) => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = fromCaller(process.argv[2] ?? `tandem-backup-${stamp}.tar.gz`);
  if (existsSync(file)) throw new BackupError(`${file} exists already. Name another file.`);
  const secretKeyFile = secretKeyFileOf(config);
  const half = `${file}.partial`;
  try {
    const totals = await writeBackup({
      url: opened.database.url,
      filesDir: path.join(config.settings.dataDir, 'files'),
      secretKeyFile,
      madeBy: packageJson.version,
      to: createWriteStream(half, { mode: 0o600 }),
    });
    renameSync(half, file);
    const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
    const size = (statSync(file).size / 1024 / 1024).toFixed(1);
    say(`Backed up ${rows} rows and ${totals.files} files (${size} MB) to ${file}`);
    if (config.settings.s3) say('Files in the object storage are not in it: back up the bucket as well.');
    say(
      secretKeyFile
        ? 'It holds the secret key too: keep it as safe as the installation itself.'
        : 'SECRET_KEY is not in it: keep that apart, the backup is of no use without it.',
    );
  } finally {
    rmSync(half, { force: true });
  }
});
