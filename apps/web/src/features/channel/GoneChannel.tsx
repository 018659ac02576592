import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { StatusPage } from '../../ui/page/StatusPage.tsx';

interface GoneChannelProps {
  appId: string;
  /** What it was called while its reader had it open; null when they never had. */
  name?: string | null;
}

/** A channel that is not there for this reader: it never was, was deleted, or is closed to them. */
export function GoneChannel({ appId, name = null }: GoneChannelProps) {
  const { t } = useTranslation(['chat', 'workspace']);
  const title =
    name === null ? t('gone.title') : t('gone.lost', { name: name || t('workspace:channel.untitled') });
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  return (
    <>
      <ScreenHeader />
      <ScreenTitle title={title} />
      <StatusPage>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" mt="xs">
          {name === null ? t('gone.words') : t('gone.lostWords')}
        </Text>
        <Button component={Link} to={app ? pathOf.app(app) : '/home'} variant="default" mt="lg">
          {app ? t('gone.toApp', { name: app.name }) : t('gone.toHome')}
        </Button>
      </StatusPage>
    </>
  );
}
