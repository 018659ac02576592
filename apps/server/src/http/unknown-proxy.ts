import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Whether an undeclared proxy forwarded this request: the address is then the proxy's, not the caller's. */
export function isFromUnknownProxy(
  request: Pick<FastifyRequest, 'headers'>,
  trustProxy: Platform['settings']['trustProxy'],
): boolean {
  return trustProxy === false && FORWARDING.some((name) => request.headers[name] !== undefined);
}

/** Warns once that limits by address cannot work behind an undeclared proxy. */
export function warnOfUnknownProxy(
  app: FastifyInstance,
  trustProxy: Platform['settings']['trustProxy'],
): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || !isFromUnknownProxy(request, trustProxy)) return;
    warned = true;
    request.log.warn(
      'a proxy forwards requests and TRUST_PROXY does not name it: all callers count as one address until it does',
    );
  });
}
