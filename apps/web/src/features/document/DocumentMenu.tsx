import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconDots,
  IconEye,
  IconPencil,
  IconPrinter,
  IconSearch,
} from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/shell.ts';
import { CopyLinkItem, menuIcon, PinItem, PutAwayItems } from '../channel/PlaceItems.tsx';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import classes from './DocumentMenu.module.css';
import { DuplicateItem } from './DuplicateItem.tsx';
import { ExchangeItems } from './exchange/items.tsx';
import { changeLooks, useLooks } from './looks.ts';
import { countWords } from './outline.ts';
import { textOf } from './own-text.ts';
import { type PanelName, panelNames, panels } from './panels.ts';

interface DocumentMenuProps {
  channel: Channel;
  collab: Collab;
  reading: boolean;
  onPanel(panel: PanelName): void;
  onReading(reading: boolean): void;
  onFind(): void;
}

/** Everything that can be done with the open document as a whole. */
export function DocumentMenu({ channel, collab, reading, onPanel, onReading, onFind }: DocumentMenuProps) {
  const { t } = useTranslation('document');
  const isPhone = useIsPhone();
  const canEdit = useCollabState(collab, (state) => state.canEdit);
  const [words, setWords] = useState(0);
  const count = () => {
    const lines = document.querySelectorAll(
      '[data-document-page] .bn-inline-content, [data-document-page] td',
    );
    setWords(countWords([...lines].map(textOf).join('\n')));
  };
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={240} onOpen={count}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label')} title={t('menu.label')} size={28}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <>
            {panelNames.map((name) => {
              const Picture = panels[name].icon;
              return (
                <Menu.Item
                  key={name}
                  leftSection={<Picture size={16} stroke={1.75} />}
                  onClick={() => onPanel(name)}
                >
                  {t(`panel.${name}`)}
                </Menu.Item>
              );
            })}
            <Menu.Divider />
          </>
        )}
        {canEdit && (
          <Menu.Item
            leftSection={reading ? <IconPencil {...menuIcon} /> : <IconEye {...menuIcon} />}
            onClick={() => onReading(!reading)}
          >
            {reading ? t('menu.edit') : t('menu.read')}
          </Menu.Item>
        )}
        {canEdit && channel.abilities.edit && !isPhone && <WidthItem documentId={channel.id} />}
        <Menu.Item leftSection={<IconSearch {...menuIcon} />} onClick={onFind}>
          {t('menu.find')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...menuIcon} />} onClick={() => setTimeout(print)}>
          {t('menu.print')}
        </Menu.Item>
        <ExchangeItems
          documentId={channel.id}
          place={canEdit ? { appId: channel.appId, parentId: channel.id } : null}
        />
        <Menu.Divider />
        <CopyLinkItem channel={channel} />
        <PinItem channel={channel} />
        <DuplicateItem channel={channel} />
        <PutAwayItems channel={channel} />
        <Menu.Divider />
        <Menu.Label>{t('menu.words', { count: words })}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the lines are as long as the window, for everyone who reads them. */
function WidthItem({ documentId }: { documentId: string }) {
  const { t } = useTranslation('document');
  const isWide = useLooks(documentId)?.isWide ?? false;
  return (
    <Menu.CheckboxItem
      checked={isWide}
      onChange={(checked) => void changeLooks(documentId, { isWide: checked })}
      classNames={{ itemIndicator: classes.check, itemLabel: classes.label }}
    >
      <IconArrowAutofitWidth {...menuIcon} />
      {t('menu.wide')}
    </Menu.CheckboxItem>
  );
}
