import type { Platform } from '@tandem/api/core/platform';
import type { FastifyRequest } from 'fastify';
import { isFromUnknownProxy } from './unknown-proxy.ts';

/**
 * Whether the request's Origin is a page of ours: at the requested scheme and host, or PUBLIC_URL. A page
 * loaded by http is not ours where we use https, since anybody on the way could have written it. Ignores
 * X-Forwarded-Host, because not every proxy replaces the caller's.
 */
export function isOwnOrigin(request: FastifyRequest, platform: Platform): boolean {
  const origin = request.headers.origin ?? '';
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const own = new URL(platform.settings.publicUrl);
  if (host === own.host && protocol === own.protocol) return true;
  if (host !== request.headers.host) return false;
  // Behind an undeclared proxy we cannot know whether the browser uses https.
  if (protocol === 'https:')
    return request.protocol === 'https' || isFromUnknownProxy(request, platform.settings.trustProxy);
  const isBetterKnown = host === own.host && own.protocol === 'https:';
  return protocol === 'http:' && request.protocol === 'http' && !isBetterKnown;
}
