import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { App } from '@tandem/shared/app/schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { ShareButton } from '../../entities/share/ShareButton.tsx';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { GoneApp } from './GoneApp.tsx';

interface AppPageProps {
  /** Content of the header. */
  head?(app: App): ReactNode;
  children(app: App): ReactNode;
}

/** The screen of the app that the address names: its header with what can be done, and a column below. */
export function AppPage({ head, children }: AppPageProps) {
  const { t } = useTranslation('workspace');
  const { appId = '' } = useParams();
  const { pathname, search } = useLocation();
  const app = useWorkspace((state) => state.tree.apps.get(appId));
  const phase = useWorkspace((state) => state.phase);

  if (!app && phase === 'ready') return <GoneApp />;
  // An address of another kind of app would show its conversations as documents, or these as those.
  if (app && pathname !== pathOf.app(app)) return <Navigate to={pathOf.app(app) + search} replace />;
  return (
    <>
      <ScreenHeader
        actions={
          app && (
            <>
              {!app.personal && (
                <ShareButton target={{ kind: 'app', id: app.id }} manages={app.abilities.manage} />
              )}
              {app.abilities.edit && (
                <Tooltip label={t('app.settings')}>
                  <ActionIcon
                    component={Link}
                    to={`${pathOf.app(app)}/setting`}
                    aria-label={t('app.settings')}
                  >
                    <IconSettings size={18} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              )}
            </>
          )
        }
      >
        {app && head?.(app)}
      </ScreenHeader>
      <ConnectionNotice />
      {app && (
        <>
          <ScreenTitle title={app.name} />
          <ScrollColumn top="6vh">{children(app)}</ScrollColumn>
        </>
      )}
    </>
  );
}
