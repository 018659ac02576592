import { createHash, createHmac } from 'node:crypto';
import { type Db, transaction } from '@tandem/db';
import { OperatorError } from '@tandem/db/operator-error';
import { decryptSecret, encryptSecret, type SecretOwner } from '../ai/providers/secrets.ts';
import { mcpOwner } from '../mcp/mcp.secrets.ts';
import { settingOwner } from '../setting/setting.secret.ts';
import { derivedKey } from './installation.keys.ts';
import {
  endProofs,
  openInvitations,
  replaceFingerprint,
  replaceInvitationHash,
  replaceSealed,
  sealedRows,
} from './installation.rotate.repo.ts';
import { fingerprintOf, requireKey } from './installation.service.ts';

/** What a rotation did. */
export interface Rotated {
  /** Stored keys of providers and servers of tools, and secret settings. */
  secrets: number;
  /** Those that the old key did not open, and that must be entered again. */
  unreadable: number;
  /** Open invitations whose links are others now, so that they must be sent again; without those past their time. */
  invitations: number;
  /** Sessions that ended. */
  sessions: number;
  /** Codes that were sent by mail and can no longer be used. */
  codes: number;
}

/**
 * Has everything that is encrypted with one secret key be encrypted with another, all at once. Every session ends, and
 * what was sent by mail can no longer be used. No server may run meanwhile.
 * @throws OperatorError when the database was set up with another key than `oldKey`
 */
export function rotateSecretKey(db: Db, oldKey: string, newKey: string): Promise<Rotated> {
  if (oldKey === newKey) throw new OperatorError('The new secret key is the one in use.');
  return transaction(db, async (tx) => {
    const installationId = await requireKey(tx, oldKey);
    const rotated: Rotated = { secrets: 0, unreadable: 0, invitations: 0, ...(await endProofs(tx)) };
    const owners: Record<
      'provider' | 'mcp_server' | 'setting',
      (row: { key: string; place: string }) => SecretOwner
    > = {
      provider: ({ key, place }) => ({ providerId: key, apiHost: place }),
      mcp_server: ({ key, place }) => mcpOwner({ id: key, url: place }),
      setting: ({ key }) => settingOwner(key),
    };
    for (const row of await sealedRows(tx)) {
      const owner = owners[row.table](row);
      const secret = opened(oldKey, owner, row.sealed);
      if (secret === null) rotated.unreadable += 1;
      else {
        await replaceSealed(tx, row, encryptSecret(newKey, owner, secret));
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
