import type { HttpExchange } from '../../core/rest/row.ts';

/** Cookie with the session's token; the same token serves as a bearer. */
export const SESSION_COOKIE = 'tandem_session';

/** Lifetime of a session and its cookie, in seconds. */
export const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;

const PATH = '/';

/** Sets the session cookie; scripts cannot read it, and other sites cannot send it with a write. */
export function setSessionCookie(http: HttpExchange, token: string): void {
  http.setCookie(SESSION_COOKIE, token, { path: PATH, maxAge: SESSION_LIFETIME_S });
}

export function clearSessionCookie(http: HttpExchange): void {
  http.clearCookie(SESSION_COOKIE, PATH);
}
