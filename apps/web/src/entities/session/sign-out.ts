import { forgetUnsent } from '../../lib/personal.ts';
import { queryClient } from '../../lib/query-client.ts';
import { request } from '../../lib/request.ts';
import { forgetBearer } from '../../lib/session/bearer.ts';
import { resetSession, useSession } from '../../lib/session/session.ts';

/** Forgets everything that belonged to the person, on this page. */
export async function forgetSession(): Promise<void> {
  resetSession();
  queryClient.clear();
  await forgetBearer();
}

/**
 * Ends the session everywhere, and forgets what the person wrote and did not send.
 * @throws what `request` does; then the session still stands
 */
export async function signOut(): Promise<void> {
  const { id } = useSession.getState().user;
  useSession.setState({ leaving: true });
  try {
    await request('GET', '/api/user/logout', { base: '' });
  } catch (error) {
    useSession.setState({ leaving: false });
    throw error;
  }
  await forgetSession();
  // Runs once no composer shows it any more.
  await forgetUnsent(id);
}
