import type { Platform } from '@tandem/api/core/platform';
import type { FastifyRequest } from 'fastify';

/** Whether the request's Origin is a page of ours: the host it was sent to, or PUBLIC_URL. */
export function isOwnOrigin(request: FastifyRequest, platform: Platform): boolean {
  const { origin } = request.headers;
  const host = origin === undefined ? null : hostOf(origin);
  return host !== null && (host === request.host || host === hostOf(platform.settings.publicUrl));
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
