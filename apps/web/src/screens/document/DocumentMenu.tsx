import { Menu } from '@mantine/core';
import { IconArrowAutofitWidth, IconEye, IconPencil, IconPrinter, IconSearch } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { countWords } from '@tandem/shared/text/words';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeadMenu } from '../../features/workspace/menus/HeadMenu.tsx';
import { Item } from '../../features/workspace/menus/MenuItems.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { changeAppearance, useAppearance } from './appearance.ts';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import classes from './DocumentMenu.module.css';
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

/** Actions on the open document. */
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
    <HeadMenu
      channel={channel}
      label={t('menu.label')}
      onOpen={count}
      before={
        <>
          {isPhone && (
            <>
              {panelNames.map((name) => (
                <Item key={name} icon={panels[name].icon} onClick={() => onPanel(name)}>
                  {t(`panel.${name}`)}
                </Item>
              ))}
              <Menu.Divider />
            </>
          )}
          {canEdit && (
            <Item icon={reading ? IconPencil : IconEye} onClick={() => onReading(!reading)}>
              {reading ? t('menu.edit') : t('menu.read')}
            </Item>
          )}
          {canEdit && channel.abilities.edit && !isPhone && <WidthItem documentId={channel.id} />}
          <Item icon={IconSearch} onClick={onFind}>
            {t('menu.find')}
          </Item>
          <Item icon={IconPrinter} onClick={() => setTimeout(print)}>
            {t('menu.print')}
          </Item>
        </>
      }
      after={<Menu.Label>{t('menu.words', { count: words })}</Menu.Label>}
    />
  );
}

/** Whether the lines are as long as the window, for everyone who reads them. */
function WidthItem({ documentId }: { documentId: string }) {
  const { t } = useTranslation('document');
  const isWide = useAppearance(documentId)?.isWide ?? false;
  return (
    <Menu.CheckboxItem
      checked={isWide}
      onChange={(checked) => void changeAppearance(documentId, { isWide: checked })}
      classNames={{ itemIndicator: classes.check, itemLabel: classes.label }}
    >
      <IconArrowAutofitWidth size={16} stroke={1.75} aria-hidden />
      {t('menu.wide')}
    </Menu.CheckboxItem>
  );
}
