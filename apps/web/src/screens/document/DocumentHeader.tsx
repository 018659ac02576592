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
import { PanelButton } from './head/PanelButton.tsx';
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

/** The document's path, save state, present people and actions. */
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
            panelNames.map((name) => (
              <PanelButton
                key={name}
                name={name}
                icon={panels[name].icon}
                documentId={store.channelId}
                pressed={panel === name}
                onClick={() => onPanel(name)}
              />
            ))}
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
