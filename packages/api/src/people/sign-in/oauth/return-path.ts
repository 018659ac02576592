const MAX_LENGTH = 2_000;

/**
 * Checks the path to return to after signing in: returns it normalised if it is a page of ours, else "/". Rejects
 * API paths and whatever a browser could read as another host: `//evil`, `/\evil`, `/x/..//evil`, and paths with
 * control characters, which browsers drop.
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return '/';
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return '/';
  const base = 'http://own.invalid';
  if (wanted.startsWith('//') || !URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/';
  return url.pathname + url.search + url.hash;
}
