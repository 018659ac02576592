/** The path when it lies on this site, else /home; `//host`, `/\host` and other sites are refused. */
export function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/home';
  if (!URL.canParse(path, location.origin)) return '/home';
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith('//')) return '/home';
  return url.pathname + url.search + url.hash;
}
