import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { StatusPage } from '../../ui/page/StatusPage.tsx';

/** An app that is not there for this reader. */
export function GoneApp() {
  const { t } = useTranslation('workspace');
  return (
    <>
      <ScreenHeader />
      <ScreenTitle title={t('app.gone')} />
      <StatusPage>
        <Title order={1}>{t('app.gone')}</Title>
        <Text c="dimmed" mt="xs">
          {t('app.goneWords')}
        </Text>
        <Button component={Link} to="/home" variant="default" mt="lg">
          {t('app.toHome')}
        </Button>
      </StatusPage>
    </>
  );
}
