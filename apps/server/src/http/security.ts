import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Security headers. Scripts run only from our own origin, plus the page's single inline script (the theme,
 * before the first paint) by its hash.
 */
export function registerSecurity(
  app: FastifyInstance,
  { settings, values }: Pick<Platform, 'settings' | 'values'>,
  inlineScripts: readonly string[],
): void {
  const headersFor = (webDomain: string) => ({
    webDomain,
    list: headersOf(policy(settings.publicUrl, webDomain, inlineScripts)),
  });
  let headers = headersFor(values.current.webDomain);
  app.addHook('onRequest', (_request, { raw }, done) => {
    // Made once, and again when an operator enters another domain: to make them takes longer than to send them.
    const { webDomain } = values.current;
    if (webDomain !== headers.webDomain) headers = headersFor(webDomain);
    for (const [name, value] of headers.list) raw.setHeader(name, value);
    done();
  });
}

/** The headers that helmet sets, which are the same for each answer. */
function headersOf(options: Parameters<typeof helmet>[0]): [string, string][] {
  const list: [string, string][] = [];
  const answer = {
    setHeader: (name: string, value: unknown) => list.push([name, String(value)]),
    removeHeader() {},
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return list;
}

/** @param webDomain from where the web application is served too; "" for nowhere else */
function policy(
  publicUrl: string,
  webDomain: string,
  inlineScripts: readonly string[],
): Parameters<typeof helmet>[0] {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...hashes],
        'script-src-attr': ["'none'"],
        // Mantine and the toasts insert styles at runtime.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Pictures from elsewhere are loaded only after the reader's click; the page sees to that.
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:'],
        'connect-src': [
          "'self'",
          // Some browsers do not count the WebSocket of the page's own host as 'self'.
          publicUrl.replace(/^http/, 'ws'),
          ...(webDomain ? [new URL(webDomain).origin] : []),
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
  };
}
