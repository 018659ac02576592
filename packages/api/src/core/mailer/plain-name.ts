/** Names in mails are not longer than this. */
const LONGEST = 120;

/**
 * Formats a user-chosen name for a mail: on one line, and protected from automatic linking by an invisible
 * joiner after each character that links need.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const bounded = [...line].slice(0, LONGEST).join('');
  return bounded.replaceAll(/[.:/@](?=\S)/g, '$&\u2060');
}
