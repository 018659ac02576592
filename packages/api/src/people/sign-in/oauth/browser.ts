import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HttpExchange } from '../../../core/rest/row.ts';

const COOKIE = 'tandem_oauth';
const COOKIE_PATH = '/api/oauth';
const KEY = /^[\w-]{43}$/;

/**
 * Returns the browser's own key, stored in a cookie that scripts cannot read; created on its first
 * third-party sign-in. One key serves concurrent sign-ins.
 * @param maxAge seconds
 */
export function browserKey(http: HttpExchange, maxAge: number): string {
  const held = http.cookie(COOKIE);
  const key = held && KEY.test(held) ? held : randomBytes(32).toString('base64url');
  http.setCookie(COOKIE, key, { path: COOKIE_PATH, maxAge });
  return key;
}

/** Returns a random state that only the browser with this key can return. */
export function boundState(key: string): string {
  const nonce = randomBytes(24).toString('base64url');
  return `${nonce}.${seal(key, nonce)}`;
}

/** Whether this browser started the sign-in with this state. */
export function isOwnState(http: HttpExchange, state: string): boolean {
  const key = http.cookie(COOKIE);
  const [nonce, sealed, ...rest] = state.split('.');
  if (!key || !KEY.test(key) || !nonce || !sealed || rest.length > 0) return false;
  const expected = Buffer.from(seal(key, nonce));
  const given = Buffer.from(sealed);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function seal(key: string, nonce: string): string {
  return createHmac('sha256', key).update(nonce).digest('base64url');
}
