import { loadProfile } from '../entities/session/profile.ts';
import { forgetSession } from '../entities/session/sign-out.ts';
import { loadOfficialUser } from '../features/official-user/load.ts';
import { watchProtocol } from '../features/official-user/protocol.ts';
import { setUpLanguages } from '../lib/i18n/setup.ts';
import { removeOwnerless } from '../lib/personal.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session/session.ts';
import { onSessionEnded } from '../lib/session/session-ended.ts';
import { systemSettingQuery } from '../lib/system-setting.ts';
import { signInWithToken } from '../screens/session/sign-in.ts';
import { keepComposing } from '../ui/focus/keep-composing.ts';
import { keepFocus } from '../ui/focus/keep-focus.ts';
import { watchUnhandled } from './failure.ts';

interface Navigator {
  navigate(path: string, options: { replace: boolean; state?: unknown }): Promise<void>;
}

/** Starts everything that does not wait for a screen. Each part handles its own failures. */
export function start(router: Navigator): void {
  watchUnhandled(window);
  keepComposing();
  keepFocus();
  void setUpLanguages();
  void removeOwnerless();
  void loadProfile();
  void loadHosted();
  onSessionEnded(() => void leave(router));
}

/** The installation's setting names the hosted site, to which the official user belongs. */
async function loadHosted(): Promise<void> {
  try {
    await queryClient.fetchQuery(systemSettingQuery);
  } catch (error) {
    console.error('Could not load the system setting', error);
  }
  await loadOfficialUser();
  watchProtocol(signInWithToken);
}

async function leave(router: Navigator): Promise<void> {
  const { pathname, search, hash } = location;
  if (pathname !== '/login') {
    const state = useSession.getState().leaving ? null : { returnTo: pathname + search + hash };
    await router.navigate('/login', { replace: true, state });
  }
  await forgetSession();
}
