import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenTitle } from '../ui/page/ScreenTitle.tsx';
import { StatusPage } from '../ui/page/StatusPage.tsx';
import classes from './pages.module.css';

/** Any address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <ScreenTitle title={t('notFound.title')} />
      <StatusPage>
        <Title order={1}>{t('notFound.title')}</Title>
        <Text c="dimmed" mt="xs">
          {t('notFound.text')}
        </Text>
        <Button component={Link} to="/home" variant="default" mt="lg">
          {t('notFound.home')}
        </Button>
      </StatusPage>
    </main>
  );
}
