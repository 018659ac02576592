import { Button, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { signOut } from '../../entities/session/sign-out.ts';
import { arrive } from '../../entities/team/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { StatusPage } from '../../ui/page/StatusPage.tsx';
import { InvitationBanner } from './InvitationBanner.tsx';

/** Shown to a person without a team: the ways to join or create one. */
export default function NoTeam() {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const email = useSession((state) => state.user.email);

  async function leave() {
    await signOut().then(
      () => navigate('/login', { replace: true }),
      () => {},
    );
  }

  return (
    <main>
      <StatusPage>
        <ScreenTitle title={t('noTeam.title')} />
        <InvitationBanner />
        <Title order={1}>{t('noTeam.title')}</Title>
        <Text c="dimmed" mt="xs">
          {t('noTeam.words', { email })}
        </Text>
        <Group mt="lg" gap="xs" justify="center">
          <Button onClick={() => void arrive()}>{t('noTeam.refresh')}</Button>
          <Button variant="default" component={Link} to="/userSetting/general">
            {t('noTeam.account')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void leave()}>
            {t('noTeam.signOut')}
          </Button>
        </Group>
      </StatusPage>
    </main>
  );
}
