import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { HeadMenu } from '../../features/workspace/menus/HeadMenu.tsx';

/** Actions on the open channel. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  return <HeadMenu channel={channel} label={t('channel.menu')} />;
}
