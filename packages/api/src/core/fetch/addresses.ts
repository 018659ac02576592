import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { unbracket } from './url.ts';

/**
 * Trust in an address: `public` is the ordinary internet; `private` is a private network, which an operator
 * may open for a named host; `never` is refused whatever the configuration (metadata services, multicast,
 * tunnels that hide another address, and ranges nobody serves from).
 */
export type AddressClass = 'public' | 'private' | 'never';

/** Metadata and platform services of clouds that live outside the link-local range. */
const METADATA = new Set([
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/**
 * Ranges an operator may open. 198.18.0.0/15 is included because local DNS proxies answer every name with an
 * address from it; 0.0.0.0 because local model servers print it as their own address.
 */
const BENCHMARKING = ipaddr.parseCIDR('198.18.0.0/15');
const UNSPECIFIED_V4 = '0.0.0.0';
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');
const NAT64_WELL_KNOWN = ipaddr.parseCIDR('64:ff9b::/96');

/** Classifies an IP address literal without brackets; anything that is not one is `never`. */
export function classifyAddress(address: string): AddressClass {
  // A zone names a local interface, which no outside host has.
  if (isIP(address) === 0 || address.includes('%')) return 'never';
  // In hexadecimal, because the parser accepts the obsolete ::a.b.c.d as a mapped address.
  const parsed = ipaddr.parse(
    isIP(address) === 6 ? unbracket(new URL(`http://[${address}]`).hostname) : address,
  );
  return parsed instanceof ipaddr.IPv4 ? classifyV4(parsed) : classifyV6(parsed as ipaddr.IPv6);
}

function classifyV4(address: ipaddr.IPv4): AddressClass {
  const text = address.toString();
  if (METADATA.has(text)) return 'never';
  if (text === UNSPECIFIED_V4) return 'private';
  if (address.match(BENCHMARKING)) return 'private';
  switch (address.range()) {
    case 'unicast':
      return 'public';
    case 'private':
    case 'loopback':
    case 'carrierGradeNat':
      return 'private';
    default:
      return 'never';
  }
}

function classifyV6(address: ipaddr.IPv6): AddressClass {
  if (METADATA.has(address.toString())) return 'never';
  if (address.isIPv4MappedAddress()) return classifyV4(address.toIPv4Address());
  // DNS64 gives every IPv4-only host this prefix, so the embedded address decides.
  if (address.match(NAT64_WELL_KNOWN)) return classifyV4(lastFourBytes(address));
  switch (address.range()) {
    case 'unicast':
      // Outside 2000::/3 "unicast" means unassigned, or an IPv4 address in an obsolete form.
      return address.match(GLOBAL_UNICAST_V6) ? 'public' : 'never';
    case 'loopback':
    case 'uniqueLocal':
    case 'unspecified':
      return 'private';
    default:
      return 'never';
  }
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
