import { createHash, createHmac } from 'node:crypto';
import type { Platform } from '../../core/platform.ts';
import { derivedKey } from '../../identity/installation/keys.ts';

/**
 * Secret of an invitation's link: 32 bytes derived from its id with the installation's key, so that the link
 * can be mailed and copied later, while the database alone reveals nothing.
 */
export function invitationToken({ settings, installationId }: Platform, invitationId: string): string {
  const key = derivedKey(settings.secretKey, 'invitation', installationId);
  return createHmac('sha256', key).update(invitationId).digest('base64url');
}

/**
 * Secret of the mailed link, which is shown nowhere else: its holder can read that address's mail. It is
 * bound to the invitation and the address.
 */
function mailedToken({ settings, installationId }: Platform, invitationId: string, email: string): string {
  const key = derivedKey(settings.secretKey, 'invitation mail', installationId);
  return createHmac('sha256', key).update(`${invitationId}\n${email}`).digest('base64url');
}

/** Returns the address of the mailed acceptance page, and the stored hash of its token. */
export function mailedLink(
  platform: Platform,
  { id, email }: { id: string; email: string },
): { link: string; hash: Buffer } {
  const token = mailedToken(platform, id, email);
  return { link: pageOf(platform, token), hash: tokenHash(token) };
}

/** Hash of a token for storage. The token has 256 bits of entropy, so a plain hash suffices. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the address of the acceptance page to be copied by the inviter: it proves nothing. */
export function invitationLink(platform: Platform, invitationId: string): string {
  return pageOf(platform, invitationToken(platform, invitationId));
}

function pageOf({ settings }: Platform, token: string): string {
  return `${settings.publicUrl}/register?invitation=${token}`;
}
