import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Whether a proxy brought this request that nobody declared: the address is then the proxy's, not the caller's. */
export function isFromUnknownProxy(
  request: Pick<FastifyRequest, 'headers'>,
  trustProxy: Platform['settings']['trustProxy'],
): boolean {
  return trustProxy === false && FORWARDING.some((name) => request.headers[name] !== undefined);
}

/** Says once, where operators look, that limits by address cannot work behind a proxy that nobody declared. */
export function warnOfUnknownProxy(
  app: FastifyInstance,
  trustProxy: Platform['settings']['trustProxy'],
): void {
  let told = false;
  app.addHook('onRequest', async (request) => {
    if (told || !isFromUnknownProxy(request, trustProxy)) return;
    told = true;
    request.log.warn(
      'a proxy brings requests here, and TRUST_PROXY does not name it: limits by address do not hold until it does',
    );
  });
}
