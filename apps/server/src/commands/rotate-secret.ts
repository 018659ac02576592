// `npm run rotate-secret`: a new secret key in place of the one in use, with everything that is encrypted by it.
import { randomBytes } from 'node:crypto';
import { rotateSecretKey } from '@tandem/api/installation/installation.rotate';
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
  const { secrets, unreadable, invitations } = await rotateSecretKey(db, secretKey, next);
  if (isInFile) takeNextKey(dataDir);
  say(`Encrypted ${secrets} stored keys and secrets anew. Everybody has to sign in again.`);
  if (invitations > 0) say(`${invitations} open invitations have new links: send them again.`);
  if (unreadable > 0) say(`${unreadable} could not be read with the old key and must be entered again.`);
  if (isInFile)
    say(
      `The new key is in ${dataDir}/secret.key, the old one beside it as secret.key.replaced: remove that.`,
    );
  else say('Now start the servers with it. The old key is of no use any more, except for older backups.');
});
