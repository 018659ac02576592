import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import { type OidcServer, startOidcServer } from '../../fakes/oidc/server.ts';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { freePort } from '../../running/port.ts';
import { type RunningServer, startServerProcess } from '../../running/server.ts';

/** A server process and the outside services it uses, all local; each worker has its own. */
export interface Installation {
  url: string;
  server: RunningServer;
  mail: MailSink;
  provider: FakeProvider;
  /** Two third parties to sign in with: `acme` and `globex`. */
  oidc: { acme: OidcServer; globex: OidcServer };
  close(): Promise<void>;
}

export interface InstallationOptions {
  /** Without, only the built-in offline model answers. */
  withProvider?: boolean;
  env?: Record<string, string>;
}

/** Milliseconds between the fake provider's words: long enough to act in the middle of an answer. */
const WORD_MS = 15;

export async function startInstallation({
  withProvider = true,
  env = {},
}: InstallationOptions = {}): Promise<Installation> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const thirdParty = (id: string) =>
    startOidcServer({
      clientId: 'tandem',
      clientSecret: 'a secret for tests',
      redirectUris: [`${url}/api/oauth/${id}/callback`],
    });
  const [mail, provider, acme, globex] = await Promise.all([
    startMailSink(),
    startFakeProvider({ delayMs: WORD_MS }),
    thirdParty('acme'),
    thirdParty('globex'),
  ]);
  const closeOthers = () => Promise.all([mail.close(), provider.close(), acme.close(), globex.close()]);
  try {
    const server = await startServerProcess(
      {
        SMTP_URL: mail.url,
        ...oidcVariables('ACME', 'Acme', acme),
        ...oidcVariables('GLOBEX', 'Globex', globex),
        ...(withProvider && {
          OPENAI_BASE_URL: provider.url,
          OPENAI_API_KEY: 'a key for tests',
          // Tool servers run on their own ports.
          PROVIDER_PRIVATE_HOSTS: '127.0.0.1',
          TOOL_PRIVATE_HOSTS: '127.0.0.1',
        }),
        ...env,
      },
      port,
    );
    return {
      url,
      server,
      mail,
      provider,
      oidc: { acme, globex },
      async close() {
        await server.dispose();
        await closeOthers();
      },
    };
  } catch (error) {
    await closeOthers();
    throw error;
  }
}

function oidcVariables(id: string, name: string, { issuer }: OidcServer): Record<string, string> {
  return {
    [`OIDC_${id}_ISSUER`]: issuer,
    [`OIDC_${id}_CLIENT_ID`]: 'tandem',
    [`OIDC_${id}_CLIENT_SECRET`]: 'a secret for tests',
    [`OIDC_${id}_NAME`]: name,
  };
}
