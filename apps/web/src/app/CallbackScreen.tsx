import { errorCatalogue } from '@tandem/shared/error/catalogue';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { loadProfile } from '../entities/session/profile.ts';
import { acceptOfficialToken } from '../features/official-user/protocol.ts';
import { say } from '../lib/errors.ts';
import { ownPath } from '../lib/own-path.ts';
import { useSession } from '../lib/session/session.ts';
import { desktop } from '../lib/storage/desktop.ts';
import { signInWithToken } from '../screens/session/sign-in.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { StatusMessage } from '../ui/page/StatusMessage.tsx';
import classes from './pages.module.css';

/** Longest word from the address that is shown, so that a forged link cannot speak at length in our name. */
const MAX_WORD = 60;

/** The page to which a third-party sign-in, or the hosted site, redirects. */
export default function CallbackScreen() {
  const [search] = useSearchParams();
  const [phase, setPhase] = useState<'working' | 'done' | 'refused'>('working');
  const signedIn = useSession((state) => state.user.id !== 0);
  const error = search.get('error');
  const token = search.get('token');

  useEffect(() => {
    if (error !== null) return;
    void takeReturn(token).then((accepted) => setPhase(accepted ? 'done' : 'refused'));
  }, [error, token]);

  if (error !== null) return <CallbackFailed sentence={sentenceOf(error, search)} />;
  if (phase === 'working') return <Loading />;
  if (phase === 'refused') return <CallbackFailed sentence={sentenceOf('oauthFailed', search)} />;
  return <Navigate to={signedIn ? ownPath(search.get('returnTo')) : '/login'} replace />;
}

/**
 * Takes the result of the redirect: the session in the server's cookie, or a token in the desktop shell. A
 * browser ignores a token, since any site could send people here with its own.
 */
async function takeReturn(token: string | null): Promise<boolean> {
  if (token === null) {
    await loadProfile();
    return true;
  }
  if (!desktop()) return false;
  try {
    await acceptOfficialToken(token, signInWithToken);
    return true;
  } catch (error) {
    console.error('Could not use the returned token', error);
    return false;
  }
}

/** The sentence of an error that the server named in the address; unknown names get a general one. */
function sentenceOf(key: string, search: URLSearchParams): string {
  const known = Object.hasOwn(errorCatalogue, key) ? key : 'oauthFailed';
  const params = Object.fromEntries([...search].map(([name, value]) => [name, value.slice(0, MAX_WORD)]));
  return say(`error:${known}`, 'Signing in failed. Please try again.', { provider: '', ...params });
}

function CallbackFailed({ sentence }: { sentence: string }) {
  const { t } = useTranslation('auth');
  return (
    <main className={classes.page}>
      <StatusMessage
        main
        title={t('title.callbackFailed')}
        words={sentence}
        way={{ to: '/login', label: t('action.backToSignIn') }}
      />
    </main>
  );
}
