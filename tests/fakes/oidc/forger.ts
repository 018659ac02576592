import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The data with which the forger makes an ID token. */
export interface Forging {
  /** Claims as a faithful issuer would make them. */
  claims: Record<string, string | number | boolean>;
  /** Signs as a faithful issuer would. */
  sign(claims: Record<string, unknown>): Promise<string>;
}

export interface Forger {
  issuer: string;
  /** Makes the next ID tokens. */
  forge(forging: Forging): Promise<string>;
  close(): Promise<void>;
}

/** An issuer over http whose ID tokens a test makes. It takes every code, for the person `forged`. */
export async function startForger(clientId: string): Promise<Forger> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = 'the only key';
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  let nonce = '';
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', forger.issuer);
    if (url.pathname === '/auth') {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'any');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    void answer(url.pathname).then((body) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

  async function answer(path: string): Promise<object> {
    const { issuer } = forger;
    if (path === '/jwks') return { keys: [jwk] };
    if (path !== '/token')
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: issuer, aud: clientId, sub: 'forged', iat: now, exp: now + 300, nonce },
      ...{ email: 'forged@example.com', email_verified: true },
    };
    const sign = (signed: Record<string, unknown>) =>
      new SignJWT(signed).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    return { access_token: 'any', token_type: 'bearer', id_token: await forger.forge({ claims, sign }) };
  }

  const forger: Forger = {
    issuer: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    forge: ({ claims, sign }) => sign(claims),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return forger;
}
