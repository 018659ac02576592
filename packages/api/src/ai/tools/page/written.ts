/** Longest address that is looked at, in characters: that of `fetch_page`. */
const MAX_LENGTH = 4_000;
/**
 * Addresses of one message. One with more is a list that somebody pasted: by the order in which its addresses are
 * read, a model could spell out words.
 */
const MAX_ADDRESSES = 20;
/** Addresses of an assistant's instructions, which may well be a list. */
export const MAX_INSTRUCTED = 200;
/** Punctuation after an address that is taken off at most, in characters. */
const MAX_TRIMMED = 6;

/** What ends an address wherever it stands. */
const STOPS = /[\s<>"`|\p{Cc}\p{Zl}\p{Zp}]+/u;
const BEGINNING = /https?:\/\//giu;
/** Opens a word that may be an address without a scheme. */
const OPENING = /^[([{'*_~“‘（【「『《]+/u;
const CLOSING = /[.,;:!?)\]}'*_~…”’，。；：！？、）】」』》]$/u;
/** A name of a host, with whatever follows it. `@` keeps mail addresses and user names out. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u;
/** Where an address may end although what follows could belong to it. */
const CUTS = [/['\\]/u, /[”’，。；：！？、（）【】「」『』《》]/u, /[^\p{ASCII}]/u];

/** Below these, a message holds words of others. */
const FORWARDED =
  /^[ \t>*_-]*(?:begin forwarded message|forwarded message|original message|转发的?邮件|原始邮件)[ \t:：*_-]*$/imu;
/** The beginning of a quoted line, also within a list. */
const QUOTED = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/u;

/** The spelling by which addresses are compared: everything that would be sent, as a browser spells it. */
export function spellingOf(url: URL): string {
  const plain = new URL(url);
  plain.hash = '';
  return plain.href;
}

/**
 * What a page is counted by, whichever way its address is spelt: as `spellingOf`, but without the scheme, a dot after
 * the host, slashes after the path, an empty query, and escapes of what needs none. It decides nothing about what may be
 * read.
 */
export function pageOf(url: URL): string {
  const { port, pathname, search } = url;
  const host = url.hostname.replace(/\.$/, '');
  return `${host}:${port}${plainEscapes(pathname).replace(/\/+$/, '')}${plainEscapes(search)}`;
}

/** Takes back escapes of characters that mean the same without one, and writes the others in capitals. */
const plainEscapes = (part: string) =>
  part.replace(/%[\da-f]{2}/giu, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });

/**
 * Returns the addresses that a person wrote in a text, each with all its spellings by `spellingOf`. Words that the text
 * quotes or forwards are not the person's. Where an address could end in several places, each is a spelling of it. A host
 * without a scheme counts for both, and `http` for `https` too.
 * @param most a text with more addresses is passed over
 */
export function writtenIn(text: string, most = MAX_ADDRESSES): string[][] {
  const words = ownWords(text).split(STOPS);
  const full = words
    .filter((word) => word.includes('://'))
    .flatMap((word) => [...word.matchAll(BEGINNING)].map(({ index }) => word.slice(index)));
  const bare = words.filter((word) => word.includes('.')).flatMap((word) => bareIn(word));
  return [
    ...(full.length <= most ? full.map((piece) => spellingsOf(piece)) : []),
    ...(bare.length <= most ? bare.map((piece) => spellingsOf(`http://${piece}`)) : []),
  ];
}

/** Returns a text without its quotations and what it forwards. */
function ownWords(text: string): string {
  const forwarded = FORWARDED.exec(text);
  const lines = (forwarded ? text.slice(0, forwarded.index) : text).split(/\r\n|\n|\r/u);
  let isQuoted = false;
  return lines
    .filter((line) => {
      // A line directly below a quoted one continues it.
      isQuoted = QUOTED.test(line) || (isQuoted && line.trim() !== '');
      return !isQuoted;
    })
    .join('\n');
}

function bareIn(word: string): string[] {
  if (word.length > MAX_LENGTH || word.includes('://') || word.includes('@')) return [];
  const piece = word.replace(OPENING, '');
  // The host may be followed by punctuation, which `spellingsOf` takes off.
  return endingsOf(piece).some((ending) => HOST.test(ending)) ? [piece] : [];
}

function spellingsOf(piece: string): string[] {
  const cuts = CUTS.map((cut) => piece.search(cut));
  const next = piece.slice(1).search(BEGINNING) + 1;
  const places = [...cuts, unopened(piece), next].filter((place) => place > 0);
  const pieces = [piece, ...places.map((place) => piece.slice(0, place))];
  return pieces.flatMap(endingsOf).flatMap((ending) => {
    const url = ending.length <= MAX_LENGTH ? URL.parse(ending) : null;
    if (!url || url.username + url.password !== '') return [];
    const spelling = spellingOf(url);
    // A page that moved to https is the same page.
    return url.protocol === 'http:' && url.port === '' ? [spelling, `https${spelling.slice(4)}`] : [spelling];
  });
}

/** A piece, and what is left of it when punctuation at its end is taken off. */
function endingsOf(piece: string): string[] {
  const endings = [piece];
  let rest = piece;
  while (endings.length <= MAX_TRIMMED && CLOSING.test(rest)) {
    rest = rest.slice(0, -1);
    endings.push(rest);
  }
  return endings;
}

/** The place of the first bracket that closes nothing, as after the address of a link in Markdown; -1 for none. */
function unopened(piece: string): number {
  const open = { ')': 0, ']': 0 };
  for (let at = 0; at < piece.length; at += 1) {
    const character = piece[at];
    if (character === '(') open[')'] += 1;
    else if (character === '[') open[']'] += 1;
    else if (character === ')' || character === ']') {
      if (open[character] === 0) return at;
      open[character] -= 1;
    }
  }
  return -1;
}
