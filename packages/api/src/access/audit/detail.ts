/** Names of fields that hold secrets; their values are recorded as changed, never shown. */
const SECRET =
  /secret|password|passwd|pwd|token|authori[sz]ation|cookie|credential|bearer|hash|jwt|signature|^code$|code$|api-?key|^key$|[a-z]Key$|_key$|smtpUrl|smtp_url/i;
/** Numbers of tokens are no secrets. */
const COUNT = /tokens$/i;
/** Words that carry a secret in themselves, wherever they stand. */
const SECRET_TEXT =
  /\b(sk|pk|rk|key|xox[abp]|gh[pousr]|glpat|AIza|AKIA|whsec)[-_]?[A-Za-z0-9_-]{12,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\bBearer\s+\S+/g;
/** User and password in an address. */
const IN_URL = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;
const QUERY = /\b([a-z][a-z0-9+.-]*:\/\/[^\s?#]+)[?#]\S*/gi;

const HIDDEN = '•••';
const MOST = { text: 500, items: 100, depth: 4 };

/** Returns the recordable details of a change: bounded, without anything that looks like a secret. */
export function safeDetail(detail: object): Record<string, unknown> {
  return safe(detail, MOST.depth) as Record<string, unknown>;
}

function safe(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return safeText(value);
  if (value instanceof Date) return value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return HIDDEN;
  if (Array.isArray(value)) return value.slice(0, MOST.items).map((entry) => safe(entry, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST.items)
      .map(([name, entry]) => [
        name.slice(0, 100),
        isSecretName(name) && holds(entry) ? HIDDEN : safe(entry, depth - 1),
      ]),
  );
}

function isSecretName(name: string): boolean {
  return SECRET.test(name) && !COUNT.test(name);
}

/** Whether a value is empty or set is no secret. */
function holds(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean';
}

/** A name or sentence, without NUL, which PostgreSQL does not take, and without secrets. */
export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(IN_URL, `$1${HIDDEN}@`)
    .replaceAll(QUERY, '$1')
    .replaceAll(SECRET_TEXT, HIDDEN)
    .slice(0, MOST.text)
    .toWellFormed();
}
