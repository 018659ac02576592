// `npm run rotate-secret`: replaces the secret key, and re-encrypts everything.
import { randomBytes } from 'node:crypto';
import { rotateSecretKey } from '@tandem/api/administration/rotation/installation.rotate';
import { migrate } from '@tandem/db/migrate';
import { refuseRunningServers } from '@tandem/db/running-servers';
import { secretKeyFileOf } from '../config/config.ts';
import { keepNextKey, takeNextKey } from '../config/secretKey.ts';
import { runCommand } from './command.ts';

await runCommand(async ({ config, opened, say }) => {
  const { db } = opened.database;
  const { dataDir, secretKey } = config.settings;
  await refuseRunningServers(db, 'change the secret key');
  await migrate(db);
  const next = randomBytes(48).toString('base64url');
  const isInFile = secretKeyFileOf(config) !== null;
  // Written first: were we killed after the commit, the only copy of the key would be lost.
  if (isInFile) keepNextKey(dataDir, next);
  else say(`The new key, which must be set as SECRET_KEY on every server: ${next}`);
  const lost = await rotateSecretKey(db, secretKey, next);
  if (isInFile) takeNextKey(dataDir);
  say(`Re-encrypted ${lost.secrets} stored ${plural(lost.secrets, 'secret')}.`);
  if (lost.unreadable > 0)
    say(
      `${lost.unreadable} stored ${plural(lost.unreadable, 'secret')} could not be read with the old key. ` +
        'Enter these keys, headers or settings again under Administration.',
    );
  say(
    `${lost.sessions} ${plural(lost.sessions, 'session')} ended: everybody has to sign in again, programs with a new token.`,
  );
  if (lost.codes > 0)
    say(
      `${lost.codes} ${plural(lost.codes, 'code')} sent by email can no longer be used. A new one can be requested.`,
    );
  if (lost.invitations > 0)
    say(
      `${lost.invitations} open ${plural(lost.invitations, 'invitation')} must be sent again: the links that were ` +
        'mailed or copied no longer work.',
    );
  if (isInFile)
    say(
      `The new key is in ${dataDir}/secret.key, the old one beside it as secret.key.replaced: remove that.`,
    );
  else say('Now start the servers with it. The old key is of no use any more, except for older backups.');
});

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
