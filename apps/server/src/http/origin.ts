import type { Platform } from '@tandem/api/core/platform';
import type { FastifyRequest } from 'fastify';
import { isFromUnknownProxy } from './unknown-proxy.ts';

/**
 * Whether the request's Origin is a page of ours: the scheme and host that it was sent to, or PUBLIC_URL. A page that
 * came over http is not ours where we are reached over https, since anybody on the way could have written it.
 * X-Forwarded-Host is ignored, because not every proxy replaces what the caller wrote there.
 */
export function isOwnOrigin(request: FastifyRequest, platform: Platform): boolean {
  const origin = request.headers.origin ?? '';
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const own = new URL(platform.settings.publicUrl);
  if (host === own.host && protocol === own.protocol) return true;
  if (host !== request.headers.host) return false;
  // Where nobody declared the proxy, we do not see whether it is reached over https.
  if (protocol === 'https:')
    return request.protocol === 'https' || isFromUnknownProxy(request, platform.settings.trustProxy);
  const isBetterKnown = host === own.host && own.protocol === 'https:';
  return protocol === 'http:' && request.protocol === 'http' && !isBetterKnown;
}
