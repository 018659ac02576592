import pg from 'pg';
import { OperatorError } from './operator-error.ts';

const ends: Record<string, string> = {
  '28P01': 'refuses the password in DATABASE_URL',
  '28000': 'refuses the user in DATABASE_URL, or this way to connect; see its pg_hba.conf',
  '3D000': 'has no database of the name in DATABASE_URL; create it first',
  '42501': 'does not let this user create tables; make the user the owner of the database in DATABASE_URL',
  '53300': 'takes no more connections; raise its max_connections, since each server needs up to 18',
  '57P03': 'is still starting; try again in a moment',
  ECONNREFUSED: 'does not answer: nothing listens at the address in DATABASE_URL',
  ECONNRESET:
    'hangs up at once; check the address in DATABASE_URL and the encryption that it asks for (sslmode)',
  ENOTFOUND: 'has a host name that nobody knows; correct DATABASE_URL',
  EAI_AGAIN: 'has a host name that cannot be looked up now; check DATABASE_URL and the network',
  EHOSTUNREACH: 'cannot be reached from here; check DATABASE_URL and the network',
  ENETUNREACH: 'cannot be reached from here; check DATABASE_URL and the network',
  ETIMEDOUT: 'does not answer in time; check the address in DATABASE_URL',
  ENOENT: 'has no socket where DATABASE_URL says',
  CERT_HAS_EXPIRED: 'has a certificate that has expired; renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'has a certificate that nobody vouches for; name its authority by sslrootcert in DATABASE_URL',
  SELF_SIGNED_CERT_IN_CHAIN:
    'has a certificate of an unknown authority; name it by sslrootcert in DATABASE_URL',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'has a certificate of an unknown authority; name it by sslrootcert in DATABASE_URL',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host than DATABASE_URL names',
};

const bySaying: [RegExp, string][] = [
  [/timeout exceeded when trying to connect|timeout expired/i, ends.ETIMEDOUT as string],
  [/does not support SSL/i, 'takes no encrypted connections, which sslmode in DATABASE_URL asks for'],
  [/password must be a string/i, 'wants a password, and DATABASE_URL holds none'],
  [
    /unexpected end|terminated unexpectedly|invalid response|unrecognized message|Invalid frame/i,
    'does not speak as PostgreSQL does: DATABASE_URL names the port of another program',
  ],
];

/** Why the database cannot be used, as a sentence for the operator; null where the reason is not known. */
export function unreachable(error: unknown): OperatorError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  const end = ends[code] ?? bySaying.find(([pattern]) => pattern.test(error.message))?.[1];
  return end ? new OperatorError(`The database ${end}.`, error) : null;
}

/**
 * Finds an error in a database address before connecting; null for none. Parsing also reads certificate
 * files.
 * @returns the end of a sentence that begins with the variable's name
 */
export function mistakeInAddress(url: string): string | null {
  try {
    new pg.Client({ connectionString: url });
    const userInfo = /^\w+:\/\/([^/?#]*)@/.exec(url)?.[1] ?? '';
    decodeURIComponent(userInfo);
    return null;
  } catch (error) {
    if (error instanceof URIError) return 'holds a % that begins no code; write %25 for the sign itself';
    if (error instanceof Error && 'path' in error)
      return `names the certificate or key ${String(error.path)}, which cannot be read (${String(Reflect.get(error, 'code'))})`;
    return 'must be a URL like postgres://user:password@host:5432/database, with signs like # and / in the password written as codes (%23, %2F)';
  }
}
