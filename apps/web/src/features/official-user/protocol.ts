import { decodeToken } from '../../lib/session/token.ts';
import { desktop } from '../../lib/storage/desktop.ts';
import { officialUserSchema, saveOfficialUser } from './store.ts';

/** The host of the only URL that the page handles. */
const OAUTH_CALLBACK = 'oauth_callback';

/** Called with the token inside the payload. */
type TokenHandler = (token: string) => unknown;

/**
 * Reads the official user from a token and passes on its inner token.
 * @throws TokenFormatError, or ZodError when the payload has no token
 */
export async function acceptOfficialToken(token: string, onToken: TokenHandler): Promise<void> {
  const officialUser = officialUserSchema.parse(decodeToken(token).payload);
  await saveOfficialUser(officialUser);
  await onToken(officialUser.token);
}

/** Handles a URL by which the desktop shell was invoked; other hosts are ignored, failures logged. */
export async function handleProtocol(url: string, onToken: TokenHandler): Promise<void> {
  try {
    const { host, searchParams } = new URL(url);
    const token = searchParams.get('token');
    if (host !== OAUTH_CALLBACK || token === null) return;
    await acceptOfficialToken(token, onToken);
  } catch (error) {
    console.error('Could not use what the desktop shell was invoked with', error);
  }
}

/** Listens to the desktop shell, if there is one. */
export function watchProtocol(onToken: TokenHandler): void {
  desktop()?.onProtocolInvoked((url) => void handleProtocol(url, onToken));
}
