/** An address taken apart for a person who judges it. All of it is ASCII, except `readable`. */
export interface SpeltAddress {
  /** Scheme and slashes. */
  scheme: string;
  /** A user name and password, with the sign after them; empty for none. */
  credentials: string;
  /** Host and port; a name in other letters as it is looked up, "xn--…". */
  host: string;
  /** Everything behind the host. */
  rest: string;
  /** `credentials` and `rest` with their escapes decoded and invisible characters named; null when that says nothing more. */
  readable: string | null;
  /** Whether the host's name holds letters that can look like others. */
  hasOtherLetters: boolean;
}

/** Characters that show as nothing or change the direction of others. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** Takes an address apart as a browser reads it; null for none of the web. */
export function spellAddress(text: string): SpeltAddress | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/u.test(url.protocol)) return null;
  const scheme = `${url.protocol}//`;
  const beyond = url.href.slice(scheme.length);
  const credentials = beyond.slice(0, beyond.slice(0, beyond.search(/[/?#]|$/)).lastIndexOf('@') + 1);
  const rest = beyond.slice(credentials.length + url.host.length);
  const readable = credentials === '' ? decoded(rest) : `${decoded(credentials)}…${decoded(rest)}`;
  const written = credentials === '' ? rest : `${credentials}…${rest}`;
  return {
    scheme,
    credentials,
    host: url.host,
    rest,
    readable: readable === written ? null : readable,
    hasOtherLetters: url.hostname.split('.').some((label) => label.startsWith('xn--')),
  };
}

function decoded(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/giu, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    })
    .replace(INVISIBLE, named);
}

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
