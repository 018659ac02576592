import { type McpSecret, mcpSecretSchema } from '@tandem/shared/mcp/schema';
import { decryptSecret, encryptSecret, SecretUnreadable } from '../../ai/providers/secrets.ts';
import type { Platform } from '../../core/platform.ts';
import type { McpServerRow } from './mcp.repo.ts';

type Owner = Pick<McpServerRow, 'id' | 'url'>;

/** Opens for one server at one host only, and for no provider. */
export const mcpOwner = ({ id, url }: Owner) => ({ providerId: `mcp ${id}`, apiHost: url });

/** Encrypts a server's credentials; null for none. */
export function sealSecret(platform: Platform, server: Owner, secret: McpSecret | null): Buffer | null {
  if (!secret || (secret.token === undefined && secret.headers.length === 0)) return null;
  return encryptSecret(platform.settings.secretKey, mcpOwner(server), JSON.stringify(secret));
}

/** Decrypts a server's credentials; null when they do not open here. */
export function openSecret(
  platform: Platform,
  server: Owner & { secret: Uint8Array | null },
): McpSecret | null {
  if (server.secret === null) return { headers: [] };
  try {
    const opened = decryptSecret(platform.settings.secretKey, mcpOwner(server), server.secret);
    return mcpSecretSchema.parse(JSON.parse(opened));
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

/** The headers that a secret makes. */
export function headersOf({ token, headers }: McpSecret): Record<string, string> {
  const own = headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return Object.fromEntries([
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ...own,
  ]);
}
