import { BackupError } from '@tandem/db/backup/error';
import { EmbeddedError } from '@tandem/db/embedded/index';
import { ConfigError } from './config/config.ts';

/** What the operator should do, by lines; without a stack where the cause is theirs to mend. */
export function explain(error: unknown): string[] {
  if (error instanceof ConfigError) return error.message.split('\n');
  if (error instanceof EmbeddedError || error instanceof BackupError) return [error.message];
  if (!(error instanceof Error)) return [String(error)];
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return [
      'The port is taken by another program. Stop it, or choose another by PORT, as in: PORT=3001 npm start',
    ];
  if (code === 'EADDRNOTAVAIL') return ['This machine does not have the address that HOST names.'];
  if (code === 'EACCES')
    return [`${error.message}. Choose a PORT above 1023, or a DATA_DIR that you may write.`];
  const unreachable = unreachableDatabase(error, code);
  if (unreachable) return [unreachable];
  return [error.stack ?? error.message];
}

const refusals: Record<string, string> = {
  '28P01': 'refuses the password in DATABASE_URL',
  '28000': 'refuses the user in DATABASE_URL',
  '3D000': 'has no database of the name in DATABASE_URL; create it first',
  '42501': 'does not let this user create tables',
  ECONNREFUSED: 'does not answer: nothing listens at that address',
  ENOTFOUND: 'has a host name that nobody knows',
  ETIMEDOUT: 'does not answer in time',
};

function unreachableDatabase(error: Error, code: string): string | null {
  const reason =
    refusals[code] ??
    (/timeout exceeded when trying to connect/.test(error.message) ? refusals.ETIMEDOUT : null);
  return reason ? `The database ${reason}.` : null;
}
