import { createHash, createHmac } from 'node:crypto';
import type { Platform } from '../../core/platform.ts';
import { derivedKey } from '../../identity/installation/keys.ts';

/**
 * The secret of an invitation's link: 32 bytes that only this installation's key can make from its id. So the link
 * can be mailed later and copied again, while the database alone gives nothing away.
 */
export function invitationToken({ settings, installationId }: Platform, invitationId: string): string {
  const key = derivedKey(settings.secretKey, 'invitation', installationId);
  return createHmac('sha256', key).update(invitationId).digest('base64url');
}

/**
 * The secret of the link that is mailed, and shown to nobody else: whoever has it reads the mail of that address.
 * It is bound to the address besides the invitation.
 */
function mailedToken({ settings, installationId }: Platform, invitationId: string, email: string): string {
  const key = derivedKey(settings.secretKey, 'invitation mail', installationId);
  return createHmac('sha256', key).update(`${invitationId}\n${email}`).digest('base64url');
}

/** Address of the page that takes an invitation up, for its mail alone, and what the database keeps of its token. */
export function mailedLink(
  platform: Platform,
  { id, email }: { id: string; email: string },
): { link: string; hash: Buffer } {
  const token = mailedToken(platform, id, email);
  return { link: pageOf(platform, token), hash: tokenHash(token) };
}

/** What the database keeps of a token. The token has 256 bits of its own, so a plain hash suffices. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Address of the page that takes an invitation up, to be copied by whoever invites: it proves nothing. */
export function invitationLink(platform: Platform, invitationId: string): string {
  return pageOf(platform, invitationToken(platform, invitationId));
}

function pageOf({ settings }: Platform, token: string): string {
  return `${settings.publicUrl}/register?invitation=${token}`;
}
