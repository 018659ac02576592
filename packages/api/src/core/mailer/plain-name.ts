/** Names in mails are not longer than this. */
const LONGEST = 120;

/**
 * A name that people chose, for the body of a mail: on one line, and so that mail programs make no link of what looks
 * like an address. An invisible joiner stands behind each character that links need.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const bounded = [...line].slice(0, LONGEST).join('');
  return bounded.replaceAll(/[.:/@](?=\S)/g, '$&\u2060');
}
