import { FetchRefused } from './types.ts';

/** Maximum length of an address, in characters. */
const MAX_URL_LENGTH = 8_192;

/** Removes the brackets of IPv6 addresses in URLs. */
export function unbracket(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

/** Returns the effective port of a URL. */
export function portOf(url: { protocol: string; port: string }): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/**
 * Parses an address that someone else wrote.
 * @throws FetchRefused for anything but http and https, and for user names or passwords inside.
 */
export function parseOutsideUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text, base) : null;
  if (!url) throw new FetchRefused('invalid', 'This is not a web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused('scheme', 'Only http and https addresses can be opened.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused('credentials', 'Addresses with a user name or password inside are not opened.');
  }
  if (url.hostname === '') throw new FetchRefused('invalid', 'This is not a web address.');
  return url;
}
