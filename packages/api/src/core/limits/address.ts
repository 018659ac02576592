import ipaddr from 'ipaddr.js';

/**
 * Returns the address that limits count: all of an IPv4 address (also when written as IPv6), the /64 of an
 * IPv6 address, since one subscriber has all of it. Anything else is returned unchanged.
 */
export function addressKey(ip: string): string {
  const address = parse(ip);
  if (!address) return ip || 'unknown';
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Whether the client is this machine. Such an address identifies nobody: it is a local caller, or an
 * undeclared proxy, behind which everyone would share one count and lock each other out.
 */
export function isLoopback(ip: string): boolean {
  return parse(ip)?.range() === 'loopback';
}

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone names an interface of this machine, not another caller.
  const [bare = ''] = ip.trim().split('%');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
