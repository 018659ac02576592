import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type ClientAuthMethod } from 'oidc-provider';

/** The person who signs in at the provider. */
export interface OidcPerson {
  sub: string;
  email?: string;
  emailVerified?: boolean;
  name?: string;
}

export interface OidcServerOptions {
  clientId: string;
  clientSecret: string;
  /** Every address a sign-in may return to. */
  redirectUris: string[];
  /** The required client authentication; `client_secret_basic` by default. */
  authMethod?: ClientAuthMethod;
  /** Puts the claims into the ID token instead of the user info endpoint. */
  claimsInIdToken?: boolean;
  port?: number;
}

export interface OidcServer {
  issuer: string;
  /** Signs in as this person from now on, without asking; null: the person presses "cancel". */
  person: OidcPerson | null;
  /** While set, every request is answered 503. */
  down: boolean;
  /** Paths asked for, newest last. */
  requests: string[];
  close(): Promise<void>;
}

/** A certified OpenID provider whose person needs no keyboard: PKCE required, codes used once. */
export async function startOidcServer(options: OidcServerOptions): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const http = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the OpenID provider has no port');
  const issuer = `http://127.0.0.1:${address.port}`;

  const server: OidcServer = {
    issuer,
    person: null,
    down: false,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const people = new Map<string, OidcPerson>();
  const provider = makeProvider(issuer, options, people);
  const answer = provider.callback();
  handle = (request, response) => {
    server.requests.push(request.url ?? '');
    if (server.down) {
      response.writeHead(503).end();
    } else if (request.url?.startsWith('/interaction/')) {
      void interact(provider, request, response, server.person, people);
    } else {
      void answer(request, response);
    }
  };
  return server;
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: OidcPerson | null,
  people: Map<string, OidcPerson>,
): Promise<void> {
  if (person) people.set(person.sub, person);
  await provider.interactionFinished(
    request,
    response,
    person
      ? { login: { accountId: person.sub, remember: false } }
      : { error: 'access_denied', error_description: 'the person said no' },
  );
}

function makeProvider(issuer: string, options: OidcServerOptions, people: Map<string, OidcPerson>): Provider {
  const { clientId, clientSecret, redirectUris, authMethod = 'client_secret_basic' } = options;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: authMethod,
      },
    ],
    cookies: { keys: ['a key for tests only'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !options.claimsInIdToken,
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => {
        const { email, emailVerified, name } = people.get(sub) ?? {};
        return {
          sub,
          ...(email !== undefined && { email }),
          ...(emailVerified !== undefined && { email_verified: emailVerified }),
          ...(name !== undefined && { name }),
        };
      },
    }),
    // Consent is given before it is asked.
    async loadExistingGrant(ctx) {
      const accountId = ctx.oidc.session?.accountId;
      if (!ctx.oidc.client || accountId === undefined) return undefined;
      const { clientId } = ctx.oidc.client;
      const given = ctx.oidc.session?.grantIdFor(clientId);
      if (given !== undefined) return ctx.oidc.provider.Grant.find(given);
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}
