import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes the secret of a webhook, and what is stored of it. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** Whether a token is the one of which the hash is kept; takes as long for a wrong one, and without any. */
export function isToken(token: string, tokenHash: Buffer | null): boolean {
  const given = hashOf(token);
  return timingSafeEqual(given, tokenHash ?? NONE) && tokenHash !== null;
}

/** Path and query that a webhook is called by. Logs leave queries out. */
export function webhookPath(scheduleId: string, token: string): string {
  return `/api/agentWebhook/${scheduleId}?token=${token}`;
}

const NONE = Buffer.alloc(32);

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
