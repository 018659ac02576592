/** Maximum length of a provider's own words, in characters. */
const MAX_DETAIL = 300;

/** Patterns that look like a key of any provider. */
const KEY_PATTERNS = [
  /\b(?:sk|rk|pk|gsk|xai|key|ghp|hf|nvapi|AIza)[-_A-Za-z0-9*.…]{6,}/g,
  /\b(?:authorization|api[-_ ]?key)\s*[:=]\s*(?:(?:bearer|basic)\s+)?\S+/gi,
  /\bbearer\s+\S{8,}/gi,
  // Unbroken runs longer than a useful word, model name or id.
  /\b[A-Za-z0-9_-]{40,}\b/g,
];

/**
 * Makes a provider's own words fit to store and show: one line, no control or direction characters, no keys,
 * no queries or credentials in addresses, at most 300 characters.
 * @param secrets exact strings that must not appear, such as the provider's key.
 */
export function safeDetail(words: unknown, secrets: readonly string[] = []): string | undefined {
  if (typeof words !== 'string') return undefined;
  // Cut before the patterns run, so that a hostile megabyte costs nothing.
  let detail = words.slice(0, 4_000);
  for (const secret of secrets) {
    if (secret.length >= 4) detail = detail.replaceAll(secret, '…');
  }
  detail = detail
    .replace(/\bhttps?:\/\/[^\s<>"']+/gi, withoutSecrets)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  for (const pattern of KEY_PATTERNS) detail = detail.replace(pattern, '…');
  if (detail === '' || detail.startsWith('<')) return undefined;
  const shown = detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL - 1).trimEnd()}…` : detail;
  // Cut or sent in two halves, a character could not be stored.
  return shown.toWellFormed();
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : '…';
}
