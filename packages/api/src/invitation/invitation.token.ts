import { createHash, createHmac } from 'node:crypto';
import type { Platform } from '../core/platform.ts';
import { derivedKey } from '../installation/installation.keys.ts';

/**
 * The secret of an invitation's link: 32 bytes that only this installation's key can make from its id. So the link
 * can be mailed later and copied again, while the database alone gives nothing away.
 */
export function invitationToken({ settings, installationId }: Platform, invitationId: string): string {
  const key = derivedKey(settings.secretKey, 'invitation', installationId);
  return createHmac('sha256', key).update(invitationId).digest('base64url');
}

/** What the database keeps of a token. The token has 256 bits of its own, so a plain hash suffices. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Address of the page that takes an invitation up. */
export function invitationLink(platform: Platform, invitationId: string): string {
  return `${platform.settings.publicUrl}/register?invitation=${invitationToken(platform, invitationId)}`;
}
