import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { HeadMenu } from '../../features/workspace/menus/HeadMenu.tsx';

/** Everything that can be done with the open channel as a whole. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  return <HeadMenu channel={channel} label={t('channel.menu')} />;
}
