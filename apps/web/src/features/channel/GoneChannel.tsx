import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';

/** A channel that is not there for this reader: it never was, was deleted, or is closed to them. */
export function GoneChannel({ appId }: { appId: string }) {
  const { t } = useTranslation('chat');
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  return (
    <>
      <ScreenHeader />
      <ScreenTitle title={t('gone.title')} />
      <StatusPage>
        <Title order={1}>{t('gone.title')}</Title>
        <Text c="dimmed" mt="xs">
          {t('gone.words')}
        </Text>
        <Button component={Link} to={app ? pathOf.app(app) : '/home'} variant="default" mt="lg">
          {app ? t('gone.toApp', { name: app.name }) : t('gone.toHome')}
        </Button>
      </StatusPage>
    </>
  );
}
