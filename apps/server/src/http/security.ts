import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance } from 'fastify';

/**
 * Headers that keep pages to themselves. Scripts run only from our own origin, and the one inline script of the
 * page (the theme, before the first paint) by its hash.
 */
export async function registerSecurity(
  app: FastifyInstance,
  { settings, values }: Pick<Platform, 'settings' | 'values'>,
  inlineScripts: readonly string[],
): Promise<void> {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const secure = settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...hashes],
        'script-src-attr': ["'none'"],
        // Mantine and the toasts put styles into the page as it runs.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Pictures from elsewhere are loaded only after the reader's click; the page sees to that.
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:'],
        'connect-src': [
          "'self'",
          // Some browsers do not count the WebSocket of the page's own host as 'self'.
          () => settings.publicUrl.replace(/^http/, 'ws'),
          () => (values.current.webDomain ? new URL(values.current.webDomain).origin : "'self'"),
        ],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'frame-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
