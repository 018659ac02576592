import { errors, jwtVerify, SignJWT } from 'jose';
import { derivedKey } from '../installation/keys.ts';

const ISSUER = 'tandem';
const ALGORITHM = 'HS256';
/** States the token's purpose, so that no other token of the same key can pass for a session. */
const TYPE = 'session+jwt';
/** Longer tokens are not ours and are not parsed. */
const MAX_TOKEN_LENGTH = 2_048;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The installation that signs and reads tokens, by its key. */
export interface TokenScope {
  secretKey: string;
  installationId: string;
}

/** The token of a session: three dot-separated parts of base64url, the first two JSON. */
export async function signToken(
  { secretKey, installationId }: TokenScope,
  session: { id: string; userId: number; expiresAt: Date },
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(installationId)
    .setSubject(String(session.userId))
    .setJti(session.id)
    .setIssuedAt()
    .setExpirationTime(session.expiresAt)
    .sign(await signerOf(secretKey).key);
}

/** The session that a token names, or null for anything that this installation did not sign or that expired. */
export async function sessionIdOf(scope: TokenScope, token: string): Promise<string | null> {
  if (token.length > MAX_TOKEN_LENGTH || token.split('.').length !== 3) return null;
  const { verified } = signerOf(scope.secretKey);
  const name = `${scope.installationId} ${token}`;
  const known = verified.get(name);
  if (known) return known.expiresAt > Date.now() ? known.sessionId : null;
  const read = await verify(scope, token);
  if (!read) return null;
  const oldest = verified.size >= MAX_VERIFIED ? verified.keys().next().value : undefined;
  if (oldest !== undefined) verified.delete(oldest);
  verified.set(name, read);
  return read.sessionId;
}

async function verify(scope: TokenScope, token: string): Promise<Verified | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, await signerOf(scope.secretKey).key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: scope.installationId,
      typ: TYPE,
      requiredClaims: ['jti', 'sub', 'exp'],
    });
    // Ours contain nothing else; a key named in the token must be ignored.
    if (Object.keys(protectedHeader).length !== 2) return null;
    const { jti, exp = 0 } = payload;
    return typeof jti === 'string' && UUID.test(jti) ? { sessionId: jti, expiresAt: exp * 1_000 } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

interface Verified {
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface Signer {
  key: Promise<CryptoKey>;
  /**
   * Tokens with verified signatures, since verification is the most expensive part. It says nothing about
   * their session, which is read from the database each time.
   */
  verified: Map<string, Verified>;
}

const MAX_VERIFIED = 5_000;
const signers = new Map<string, Signer>();

function signerOf(secretKey: string): Signer {
  const held = signers.get(secretKey);
  if (held) return held;
  const raw = new Uint8Array(derivedKey(secretKey, 'session'));
  const key = crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  const signer = { key, verified: new Map() };
  signers.set(secretKey, signer);
  return signer;
}
