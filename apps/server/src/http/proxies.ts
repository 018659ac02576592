import { BlockList, isIP } from 'node:net';
import type { Platform } from '@tandem/api/core/platform';
import type { FastifyRequest } from 'fastify';
import { isFromUnknownProxy } from './unknown-proxy.ts';

const internal = new BlockList();
internal.addSubnet('127.0.0.0', 8);
internal.addSubnet('10.0.0.0', 8);
internal.addSubnet('172.16.0.0', 12);
internal.addSubnet('192.168.0.0', 16);
internal.addAddress('::1', 'ipv6');
internal.addSubnet('fc00::', 7, 'ipv6');

/** Whether an address belongs to this machine or to a private network. */
export function isInternal(address: string): boolean {
  const ip = address.trim().replace(/^::ffff:/i, '');
  return isIP(ip) !== 0 && internal.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whom to believe about the address behind them, as Fastify asks it. Where a number of proxies is declared, those
 * beyond the nearest must be in a private network: were there fewer than declared, the next address would be a
 * visitor's, who could then claim to be anyone. Proxies at public addresses are declared by their addresses.
 */
export function trustOf(
  declared: Platform['settings']['trustProxy'],
): string | false | ((address: string, hop: number) => boolean) {
  if (typeof declared !== 'number') return declared;
  return (address, hop) => hop < declared && (hop === 0 || isInternal(address));
}

/** Whether a request comes from inside the network. One through a proxy that nobody declared may come from anywhere. */
export function isFromInside(request: FastifyRequest, declared: Platform['settings']['trustProxy']): boolean {
  return !isFromUnknownProxy(request, declared) && isInternal(request.ip);
}
