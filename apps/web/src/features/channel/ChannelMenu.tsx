import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileText, IconJson } from '@tabler/icons-react';
import { answeringModes, type Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { setAnswering } from '../workspace/actions.ts';
import { menuIcon, PinItem, PutAwayItems } from './PlaceItems.tsx';

/** Everything that can be done with the open channel as a whole. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const { id, abilities, answering } = channel;
  const exportTo = (format: string) => `/api/channel/${id}/export?format=${format}`;
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={250}>
      <Menu.Target>
        <ActionIcon aria-label={t('channel.menu')} title={t('channel.menu')} size={28}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <PinItem channel={channel} />
        {abilities.edit && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('answering.label')}</Menu.Label>
            <Menu.RadioGroup
              value={answering}
              onChange={(mode) => void setAnswering(id, mode === 'mentioned' ? 'mentioned' : 'always')}
            >
              {answeringModes.map((mode) => (
                <Menu.RadioItem key={mode} value={mode}>
                  {t(`answering.${mode}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={exportTo('markdown')}
          download
          leftSection={<IconFileText {...menuIcon} />}
        >
          {t('menu.exportMarkdown')}
        </Menu.Item>
        <Menu.Item component="a" href={exportTo('json')} download leftSection={<IconJson {...menuIcon} />}>
          {t('menu.exportJson')}
        </Menu.Item>
        <PutAwayItems channel={channel} />
      </Menu.Dropdown>
    </Menu>
  );
}
