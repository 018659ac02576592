import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod';
import { ownPath } from '../../lib/own-path.ts';
import { useSession } from '../../lib/session/session.ts';
import { systemSettingQuery } from '../../lib/system-setting.ts';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { AddressStep } from './AddressStep.tsx';
import { AuthPage } from './AuthPage.tsx';
import { CodeStep } from './CodeStep.tsx';
import { NameStep } from './NameStep.tsx';
import { type InvitedBy, useSignIn } from './use-sign-in.ts';

const stateSchema = z.object({ returnTo: z.string() });

/** The page a person wanted before signing in came between. */
function useReturnPath(): string {
  const parsed = stateSchema.safeParse(useLocation().state);
  return ownPath(parsed.success ? parsed.data.returnTo : undefined);
}

/** The way in, by code or by a third party. */
export function SignInFlow({ mode, invitation }: { mode: 'login' | 'register'; invitation?: InvitedBy }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const wanted = useReturnPath();
  // A person who signs in instead of registering returns to the invitation.
  const returnTo = invitation ? `/register?invitation=${invitation.token}` : wanted;
  const setting = useQuery(systemSettingQuery);
  const isFirst = setting.data?.registration === 'first';
  const registering = mode === 'register' || isFirst;
  const arrive = () => {
    // The invitation's page continues automatically once somebody is signed in.
    if (!invitation) navigate(returnTo, { replace: true });
  };
  const signIn = useSignIn(registering, arrive, invitation);
  const signedIn = useSession((state) => state.user.id !== 0);
  if (signedIn && !invitation) return <Navigate to={returnTo} replace />;

  const { step } = signIn.state;
  const setupCodeRequired = setting.data?.setupCodeRequired ?? false;
  const title = invitation
    ? t('title.invited', { team: invitation.team })
    : t(isFirst ? 'title.first' : registering ? 'title.register' : 'title.login');
  return (
    <AuthPage>
      <ScreenTitle title={title} />
      {step === 'address' && (
        <AddressStep
          title={title}
          {...(invitation && { invitation })}
          signIn={signIn}
          mode={registering ? 'register' : 'login'}
          isFirst={isFirst}
          registration={setting.data?.registration}
          setupCodeRequired={setupCodeRequired}
          emailCodes={setting.data?.emailCodes ?? true}
          returnTo={returnTo}
        />
      )}
      {step === 'code' && <CodeStep signIn={signIn} isFirst={isFirst} />}
      {step === 'name' && <NameStep signIn={signIn} setupCodeRequired={setupCodeRequired} />}
    </AuthPage>
  );
}
