const MAX_LENGTH = 2_000;

/**
 * A place to return to after signing in: a path of ours, else "/". Whatever a browser could read as another
 * host (`//evil`, `/\evil`, with control characters, behind `..`), and paths of the API, count as none.
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
