/** A file of the workspace, with the two addresses of its content that may be shown, linked or saved. */
export interface FileAddress {
  kind: 'file';
  fileId: string;
  /** Path and query, normalised. */
  url: string;
}
/** A screen of the web application. */
export interface PageAddress {
  kind: 'page';
  /** Path, query and fragment, normalised. */
  url: string;
}
/** Another site, or a mail address or phone number. */
export interface OutsideAddress {
  kind: 'elsewhere' | 'contact';
  /** As a browser would spell it. */
  url: string;
}
/** Target of an address in a message, document or picture. */
export type Address = FileAddress | PageAddress | OutsideAddress;

/** Placeholder for an unknown own origin: no address can name it. */
const SOMEWHERE = 'https://own.invalid';
const FILE =
  /^\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\/(?:content|thumbnail)$/u;
/** Paths the server answers itself, in lower case. */
const CALL = /^\/(?:api|collab|metrics|healthz|readyz)(?:\/|$)/u;
/** Maximum decodings of a path: each proxy may decode it once. */
const MAX_DECODINGS = 4;

/**
 * Parses an address like a browser, and decides what may be done with it. This is the only place that decides
 * it. A path of our own origin is not trusted, since every path below `/api` is a call with the reader's
 * cookie: only the content and thumbnail of a file may be shown, linked or fetched.
 * @param origin of the workspace, if known: its full addresses are then treated as paths
 * @returns null for addresses that must not be used at all: calls, scripts, `blob:`, other sites behind a user name or password,
 *   and invalid ones
 */
export function readAddress(text: string, origin: string = SOMEWHERE): Address | null {
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { kind: 'contact', url: url.href };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // Compares the host alone: browsers may upgrade http to https.
  if (url.host !== new URL(origin).host) {
    // A name before the host looks like the host.
    return url.username || url.password ? null : { kind: 'elsewhere', url: url.href };
  }
  const fileId = FILE.exec(url.pathname)?.[1];
  if (fileId !== undefined) return { kind: 'file', fileId, url: url.pathname + url.search };
  if (mayBeCall(url.pathname)) return null;
  return { kind: 'page', url: url.pathname + url.search + url.hash };
}

/**
 * Whether any server or proxy could interpret a path as a call. They may decode it several times, merge
 * slashes, resolve dots and ignore case.
 */
function mayBeCall(pathname: string): boolean {
  let path = pathname;
  for (let round = 0; round <= MAX_DECODINGS; round += 1) {
    if (CALL.test(flat(path))) return true;
    const decoded = decode(path);
    if (decoded === path) return false;
    path = decoded;
  }
  return true;
}

function flat(path: string): string {
  const slashes = path.replaceAll(/[\\/]+/gu, '/').replaceAll(/\p{Cc}/gu, '');
  // Some servers ignore the part of a segment after a semicolon.
  const plain = slashes.replaceAll(/;[^/]*/gu, '').toLowerCase();
  return new URL(`${SOMEWHERE}${plain.replaceAll('?', '%3f').replaceAll('#', '%23')}`).pathname;
}

/** Decodes escapes that could spell a call; non-ASCII and invalid escapes stay. */
function decode(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/giu, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
