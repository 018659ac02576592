import type { HttpExchange } from '../../core/rest/row.ts';

/**
 * Media types that browsers accept for markup rather than scripts: pictures, pages, styles, sounds and films.
 */
const MARKUP = /(?:image|audio|video|text)\//iu;
const EARLY = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether a GET for signing out was intended: sent by a script of our own pages, opened by the person, or by
 * a client other than a browser. Refuses pictures, frames, prefetches and other sites, since otherwise anyone
 * who can place an address somewhere could sign its readers out.
 */
export function isSignOutMeant({ header }: Pick<HttpExchange, 'header'>): boolean {
  // No markup can send it, and no other site either without asking first.
  if (header('authorization') !== undefined) return true;
  if (EARLY.some((name) => /prefetch|prerender/iu.test(header(name) ?? ''))) return false;
  const [site, mode, dest] = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].map(header);
  // Browsers leave all of these out where there is no https.
  if (site === undefined && dest === undefined)
    return !MARKUP.test(header('accept') ?? '') && header('range') === undefined;
  const isOpened = (mode ?? 'navigate') === 'navigate' && (dest ?? 'document') === 'document';
  const isScript = (mode === 'cors' || mode === 'same-origin') && (dest ?? 'empty') === 'empty';
  if (site === 'same-origin') return isOpened || isScript;
  return site === 'none' && isOpened;
}
