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

/** Whether an address belongs to this machine or a private network. */
export function isInternal(address: string): boolean {
  const ip = address.trim().replace(/^::ffff:/i, '');
  return isIP(ip) !== 0 && internal.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Which proxies to trust about forwarded addresses, in Fastify's form. With a declared number of proxies,
 * those beyond the nearest must be in a private network: otherwise, with fewer proxies than declared, a
 * visitor could claim any address. Public proxies are declared by address.
 */
export function trustOf(
  declared: Platform['settings']['trustProxy'],
): string | false | ((address: string, hop: number) => boolean) {
  if (typeof declared !== 'number') return declared;
  return (address, hop) => hop < declared && (hop === 0 || isInternal(address));
}

/**
 * Whether a request comes from inside the network. One through an undeclared proxy may come from anywhere.
 */
export function isFromInside(request: FastifyRequest, declared: Platform['settings']['trustProxy']): boolean {
  return !isFromUnknownProxy(request, declared) && isInternal(request.ip);
}
