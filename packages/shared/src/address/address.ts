/** A file of the workspace, by the two addresses under which its bytes may be drawn, linked to or saved. */
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
/** Another site, or a way to write to or to call somebody. */
export interface OutsideAddress {
  kind: 'elsewhere' | 'contact';
  /** As a browser would spell it. */
  url: string;
}
/** Where an address in a message, document or picture leads. */
export type Address = FileAddress | PageAddress | OutsideAddress;

/** Stands for the own origin where the real one is not known: no address can name it. */
const SOMEWHERE = 'https://own.invalid';
const FILE =
  /^\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\/(?:content|thumbnail)$/u;
/** Paths that the server answers by itself, spelled in small letters. */
const CALL = /^\/(?:api|collab|metrics|healthz|readyz)(?:\/|$)/u;
/** Times that a path is decoded: each proxy on the way may do it once. */
const MAX_DECODINGS = 4;

/**
 * Reads an address as a browser would, and says what may be done with it. The one place that decides it: a path of our
 * own origin is not to be trusted, since below `/api` every path is a call that goes out with the reader's cookie. Only
 * the content and thumbnail of a file may be drawn, linked to or fetched.
 * @param origin of the workspace, where the caller knows it: whole addresses of it are then judged as its paths are
 * @returns null for what must be neither drawn, followed nor fetched: calls, scripts, `blob:` and what cannot be read
 */
export function readAddress(text: string, origin: string = SOMEWHERE): Address | null {
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { kind: 'contact', url: url.href };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // By the host alone: browsers turn http into https where they were told to.
  if (url.host !== new URL(origin).host) return { kind: 'elsewhere', url: url.href };
  const fileId = FILE.exec(url.pathname)?.[1];
  if (fileId !== undefined) return { kind: 'file', fileId, url: url.pathname + url.search };
  if (mayBeCall(url.pathname)) return null;
  return { kind: 'page', url: url.pathname + url.search + url.hash };
}

/**
 * Whether any server or proxy could take a path for a call. They may decode it, once or more often, collapse its
 * slashes, walk its dots and ignore its case.
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
  // The part of a segment after a semicolon is none of its name to some servers.
  const plain = slashes.replaceAll(/;[^/]*/gu, '').toLowerCase();
  return new URL(`${SOMEWHERE}${plain.replaceAll('?', '%3f').replaceAll('#', '%23')}`).pathname;
}

/** Decodes what could spell a call; letters beyond ASCII, and what is no encoding, stay as they are. */
function decode(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/giu, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
