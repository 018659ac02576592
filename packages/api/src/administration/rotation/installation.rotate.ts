import { createHash, createHmac } from 'node:crypto';
import { type Db, transaction } from '@tandem/db';
import { OperatorError } from '@tandem/db/operator-error';
import { decryptSecret, encryptSecret, type SecretOwner } from '../../ai/providers/secrets.ts';
import { replaceFingerprint } from '../../identity/installation/installation.repo.ts';
import { fingerprintOf, requireKey } from '../../identity/installation/installation.service.ts';
import { derivedKey } from '../../identity/installation/keys.ts';
import { endEverySession } from '../../identity/session/rotate.repo.ts';
import { replaceSealedSetting, sealedSettings } from '../../identity/setting/rotate.repo.ts';
import { settingOwner } from '../../identity/setting/secret.ts';
import { replaceSealedHeaders, sealedHeaders } from '../../models/mcp/rotate.repo.ts';
import { mcpOwner } from '../../models/mcp/secrets.ts';
import { replaceSealedKey, type SealedRow, sealedKeys } from '../../models/provider/rotate.repo.ts';
import { endEveryCode } from '../../people/sign-in/session.code.repo.ts';
import { openInvitations, replaceInvitationHash } from '../../workspace/invitation/rotate.repo.ts';

/** Result of a rotation. */
export interface Rotated {
  /** Stored keys of providers and servers of tools, and secret settings. */
  secrets: number;
  /** Secrets the old key could not open, which must be entered again. */
  unreadable: number;
  /** Open, unexpired invitations whose links changed, so that they must be sent again. */
  invitations: number;
  /** Sessions that ended. */
  sessions: number;
  /** Mailed codes that are now invalid. */
  codes: number;
}

/** The kinds of encrypted data: how to find the rows, what each secret is bound to, and how to replace it. */
const sealedKinds: {
  rows: (tx: Db) => Promise<SealedRow[]>;
  owner: (row: SealedRow) => SecretOwner;
  replace: (tx: Db, key: string, sealed: Buffer) => Promise<void>;
}[] = [
  {
    rows: sealedKeys,
    owner: ({ key, place }) => ({ providerId: key, apiHost: place }),
    replace: replaceSealedKey,
  },
  {
    rows: sealedHeaders,
    owner: ({ key, place }) => mcpOwner({ id: key, url: place }),
    replace: replaceSealedHeaders,
  },
  { rows: sealedSettings, owner: ({ key }) => settingOwner(key), replace: replaceSealedSetting },
];

/**
 * Re-encrypts everything from one secret key to another, in one transaction. Ends every session and
 * invalidates everything sent by mail. No server may run meanwhile.
 * @throws OperatorError when the database was set up with a key other than `oldKey`
 */
export function rotateSecretKey(db: Db, oldKey: string, newKey: string): Promise<Rotated> {
  if (oldKey === newKey) throw new OperatorError('The new secret key is the one in use.');
  return transaction(db, async (tx) => {
    const installationId = await requireKey(tx, oldKey);
    const sessions = await endEverySession(tx);
    const rotated: Rotated = {
      secrets: 0,
      unreadable: 0,
      invitations: 0,
      sessions,
      codes: await endEveryCode(tx),
    };
    for (const { rows, owner, replace } of sealedKinds)
      for (const row of await rows(tx)) {
        const secret = opened(oldKey, owner(row), row.sealed);
        if (secret === null) rotated.unreadable += 1;
        else {
          await replace(tx, row.key, encryptSecret(newKey, owner(row), secret));
          rotated.secrets += 1;
        }
      }
    const key = derivedKey(newKey, 'invitation', installationId);
    for (const { id, isInTime } of await openInvitations(tx)) {
      const token = createHmac('sha256', key).update(id).digest('base64url');
      await replaceInvitationHash(tx, id, createHash('sha256').update(token).digest());
      if (isInTime) rotated.invitations += 1;
    }
    await replaceFingerprint(tx, fingerprintOf(newKey));
    return rotated;
  });
}

function opened(key: string, owner: SecretOwner, sealed: Uint8Array): string | null {
  try {
    return decryptSecret(key, owner, sealed);
  } catch {
    return null;
  }
}
