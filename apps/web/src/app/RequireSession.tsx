import { Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { loadProfile } from '../entities/session/profile.ts';
import { describeError } from '../lib/errors.ts';
import { useSession } from '../lib/session/session.ts';
import { useTeamTheme } from '../theme/team-theme.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { StatusPage } from '../ui/page/StatusPage.tsx';

/** Admits only people who are signed in; others go to the sign-in page and return after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const phase = useSession((state) => state.phase);
  const leaving = useSession((state) => state.leaving);
  const signedIn = useSession((state) => state.user.id !== 0);
  const { pathname, search, hash } = useLocation();
  useTeamTheme();
  if (signedIn) return children;
  if (phase === 'loading') return <Loading />;
  if (phase === 'failed') return <ProfileFailed />;
  const state = leaving ? null : { returnTo: pathname + search + hash };
  return <Navigate to="/login" replace state={state} />;
}

/** It is unknown whether the person is signed in, so redirecting to the sign-in page would mislead. */
function ProfileFailed() {
  const { t } = useTranslation();
  const failure = useSession((state) => state.failure);
  return (
    <StatusPage>
      <Title order={1}>{t('unavailable.title')}</Title>
      <Text c="dimmed" mt="xs">
        {describeError(failure)}
      </Text>
      <Button mt="lg" onClick={() => void loadProfile()}>
        {t('failure.retry')}
      </Button>
    </StatusPage>
  );
}
