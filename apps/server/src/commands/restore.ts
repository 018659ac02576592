// `npm run restore -- file [--force]`: restores a backup into an empty installation, or replaces an existing
// one.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '@tandem/db/backup/error';
import { restoreBackup } from '@tandem/db/backup/restore';
import { fromCaller, secretKeyFileOf } from '../config/config.ts';
import { replaceSecretKey } from '../config/secretKey.ts';
import { runCommand } from './command.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { force: { type: 'boolean', default: false } },
});

await runCommand(async ({ config, opened, say }) => {
  const [name] = positionals;
  const unknown = Object.keys(values).find((option) => option !== 'force');
  if (!name || unknown)
    throw new BackupError(
      'Name the file to restore, as in: npm run restore -- tandem-backup.tar.gz [--force]',
    );
  const { dataDir, secretKey } = config.settings;
  let broughtKey: Buffer | null = null;
  const { manifest, totals } = await restoreBackup({
    file: fromCaller(name),
    url: opened.database.url,
    filesDir: path.join(dataDir, 'files'),
    force: values.force === true,
    keepSecretKey(key) {
      if (key.toString().trim() === secretKey) return;
      if (!secretKeyFileOf(config))
        throw new BackupError(
          'SECRET_KEY is set, but this backup brings its own key. Unset SECRET_KEY and restore again.',
        );
      broughtKey = key;
    },
  });
  if (broughtKey) replaceSecretKey(dataDir, broughtKey);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  say(`Restored ${rows} rows and ${totals.files} files, as they were on ${manifest.createdAt}.`);
  if (!manifest.hasSecretKey) say('Start with the SECRET_KEY that this installation was set up with.');
});
