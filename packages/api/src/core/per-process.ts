import type { Platform } from './platform.ts';

/**
 * Something that a process has one of, such as a hub: made from its platform when it is first asked for, and held by the
 * platform from then on.
 */
export function perProcess<T>(make: (platform: Platform) => T): (platform: Platform) => T {
  return (platform) => {
    const { instances } = platform;
    if (!instances.has(make)) instances.set(make, make(platform));
    return instances.get(make) as T;
  };
}
