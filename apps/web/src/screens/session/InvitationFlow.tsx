import { Button, Stack } from '@mantine/core';
import type { InvitationPeek } from '@tandem/shared/invitation/schema';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { signOut } from '../../entities/session/sign-out.ts';
import { join, landingPath } from '../../entities/team/queries.ts';
import { withApi } from '../../lib/ApiProvider.tsx';
import { isErrorKey } from '../../lib/errors.ts';
import { useSession } from '../../lib/session/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { BoldNames, nameMarks } from '../../ui/BoldNames.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { AuthPage } from './AuthPage.tsx';
import { Failure } from './Failure.tsx';
import { MailedLink } from './MailedLink.tsx';
import { SignInFlow } from './SignInFlow.tsx';
import { StepHeading } from './StepHeading.tsx';

/** Page of an invitation link: joining, or why that is impossible. */
function InvitationFlow({ token }: { token: string | null }) {
  const { t } = useTranslation('auth');
  const user = useSession((state) => state.user);
  const {
    data: invitation,
    error,
    refetch,
  } = trpc.invitation.peek.useQuery(
    { token: token ?? '' },
    {
      enabled: token !== null,
      // The result determines the page until it is left, also while somebody registers with it.
      staleTime: Number.POSITIVE_INFINITY,
      trpc: { context: { guest: true } },
    },
  );

  if (token === null || isErrorKey(error, 'invitationGone'))
    return <Ended title={t('title.gone')}>{t('subtitle.gone')}</Ended>;
  if (error)
    return (
      <AuthPage>
        <Failure error={error} />
      </AuthPage>
    );
  if (!invitation) return <Loading />;
  if (user.teams.some(({ teamId }) => teamId === invitation.teamId)) return <Arrival token={token} />;
  const { state, inviter, team } = invitation;
  if (state === 'used') return <Ended title={t('title.used')}>{t('subtitle.used')}</Ended>;
  if (state === 'expired')
    return (
      <Ended title={t('title.expired')}>
        {t(inviter ? 'subtitle.expired' : 'subtitle.expiredNobody', { inviter })}
      </Ended>
    );
  const { mailed } = invitation;
  if (user.id === 0 && mailed)
    return <MailedLink token={token} invitation={{ ...invitation, mailed }} onOver={() => void refetch()} />;
  if (user.id === 0)
    return <SignInFlow mode="register" invitation={{ token, email: invitation.email, team, inviter }} />;
  if (user.email === invitation.email) return <Join token={token} invitation={invitation} />;
  return <Other token={token} invitation={invitation} own={user.email} />;
}

/** Redirects a member to what they were invited to. */
function Arrival({ token }: { token: string }) {
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    void landingPath({ token }).then(setPath);
  }, [token]);
  return path === null ? <Loading /> : <Navigate to={path} replace />;
}

/** An invitation that has ended. */
function Ended({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('auth');
  const signedIn = useSession((state) => state.user.id !== 0);
  return (
    <AuthPage>
      <ScreenTitle title={title} />
      <StepHeading title={title}>{children}</StepHeading>
      <Button component={Link} to={signedIn ? '/home' : '/login'} size="md" fullWidth variant="default">
        {t(signedIn ? 'action.home' : 'action.signIn')}
      </Button>
    </AuthPage>
  );
}

interface OpenProps {
  token: string;
  invitation: InvitationPeek;
}

/** Asks the invited person, who is signed in, whether to join. */
function Join({ token, invitation: { team, inviter } }: OpenProps) {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const title = t('title.invited', { team });

  async function accept() {
    setBusy(true);
    // Once in the team, they are redirected.
    if (!(await join({ token }))) setBusy(false);
  }

  return (
    <AuthPage>
      <ScreenTitle title={title} />
      <StepHeading title={title}>
        <BoldNames
          words={t(inviter ? 'subtitle.join' : 'subtitle.joinNobody', { inviter: nameMarks[0] })}
          names={[inviter]}
        />
      </StepHeading>
      <Stack gap="xs">
        <Button size="md" fullWidth loading={busy} onClick={() => void accept()}>
          {t('action.join', { team })}
        </Button>
        <Button component={Link} to="/home" size="md" fullWidth variant="subtle" color="gray">
          {t('action.notNow')}
        </Button>
      </Stack>
    </AuthPage>
  );
}

/** The signed-in person is not the invited one. */
function Other({ invitation: { team, email }, own }: OpenProps & { own: string }) {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const title = t('title.invited', { team });

  async function leave() {
    setBusy(true);
    // This page then offers to register with the invited address. A failure shows as a toast.
    await signOut().catch(() => setBusy(false));
  }

  return (
    <AuthPage>
      <ScreenTitle title={title} />
      <StepHeading title={title}>
        <BoldNames
          words={t('subtitle.other', { invited: nameMarks[0], email: nameMarks[1] })}
          names={[email, own]}
        />
      </StepHeading>
      <Stack gap="xs">
        <Button size="md" fullWidth loading={busy} onClick={() => void leave()}>
          {t('action.signOut', { email })}
        </Button>
        <Button component={Link} to="/home" size="md" fullWidth variant="subtle" color="gray">
          {t('action.home')}
        </Button>
      </Stack>
    </AuthPage>
  );
}

export default withApi(InvitationFlow);
