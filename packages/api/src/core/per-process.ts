import type { Platform } from './platform.ts';

/**
 * Creates a per-process singleton, such as a hub, from its platform on first use; the platform holds it from
 * then on.
 */
export function perProcess<T>(make: (platform: Platform) => T): (platform: Platform) => T {
  return (platform) => {
    const { instances } = platform;
    if (!instances.has(make)) instances.set(make, make(platform));
    return instances.get(make) as T;
  };
}
