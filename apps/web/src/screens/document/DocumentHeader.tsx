import { ActionIcon, Tooltip } from '@mantine/core';
import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { ChannelPath } from '../../entities/channel/ChannelPath.tsx';
import type { OpenChannel } from '../../entities/message/open.ts';
import { ShareButton } from '../../entities/share/ShareButton.tsx';
import { PresentPeople } from '../../features/channel/PeopleHere.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import type { Collab } from './collab/collab.ts';
import { DocumentMenu } from './DocumentMenu.tsx';
import type { DocumentEditor } from './editor/schema.ts';
import { type PanelName, panelNames, panels } from './panels.ts';
import { SaveState } from './SaveState.tsx';

interface DocumentHeaderProps {
  collab: Collab;
  appId: string;
  channel: Channel | undefined;
  store: OpenChannel['store'];
  editor: DocumentEditor | null;
  reading: boolean;
  panel: PanelName | null;
  onPanel(panel: PanelName): void;
  onReading(reading: boolean): void;
  onFind(): void;
}

/** Where a document stands, what became of the last words, who is here, and what can be done. */
export function DocumentHeader(props: DocumentHeaderProps) {
  const { collab, appId, channel, store, panel, onPanel } = props;
  const { t } = useTranslation('document');
  const isPhone = useIsPhone();
  return (
    <ScreenHeader
      actions={
        <>
          <PresentPeople store={store} />
          {!isPhone &&
            panelNames.map((name) => {
              const Icon = panels[name].icon;
              return (
                <Tooltip key={name} label={t(`panel.${name}`)}>
                  <ActionIcon
                    aria-label={t(`panel.${name}`)}
                    aria-pressed={panel === name}
                    variant={panel === name ? 'light' : 'subtle'}
                    onClick={() => onPanel(name)}
                  >
                    <Icon size={18} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              );
            })}
          {channel && (
            <>
              <ShareButton target={{ kind: 'channel', id: channel.id }} manages={channel.abilities.manage} />
              <DocumentMenu {...props} channel={channel} />
            </>
          )}
        </>
      }
    >
      <ChannelPath appId={appId} channel={channel}>
        <span data-current>{channel && (channel.name || t('untitled'))}</span>
      </ChannelPath>
      <SaveState collab={collab} />
    </ScreenHeader>
  );
}
