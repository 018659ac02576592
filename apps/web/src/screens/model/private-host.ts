/** Names that no public server has. */
const OWN_NAMES = /^localhost$|\.(localhost|local|lan|internal|home\.arpa)$/;
const OWN_ADDRESSES =
  /^(0\.0\.0\.0$|10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[(::1?\]|f[cd][0-9a-f]{2}:))/;

/**
 * Host and port of a provider's address in the form of `PROVIDER_PRIVATE_HOSTS`; null if it is not an
 * address.
 */
export function hostToOpen(apiHost: string): string | null {
  const url = URL.parse(apiHost.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host : null;
}

/**
 * The same for an address that is seen to lie in a network of somebody's own: the server enters only those that its
 * operator has named. A name may still turn out to be one; that is known only when it is tried.
 */
export function privateHost(apiHost: string): string | null {
  const host = hostToOpen(apiHost);
  const name = URL.parse(apiHost.trim())?.hostname ?? '';
  // A single word, such as a service of Docker Compose, is known in one network only.
  const isOwn = OWN_NAMES.test(name) || OWN_ADDRESSES.test(name) || /^[a-z][a-z0-9_-]*$/.test(name);
  return isOwn ? host : null;
}
