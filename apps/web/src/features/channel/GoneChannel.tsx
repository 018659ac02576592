import { useTranslation } from 'react-i18next';
import { pathOf } from '../../entities/workspace/path.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { StatusMessage } from '../../ui/page/StatusMessage.tsx';

interface GoneChannelProps {
  appId: string;
  /** The channel's name while its reader had it open; null if they never had. */
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
      <StatusMessage
        title={title}
        words={name === null ? t('gone.words') : t('gone.lostWords')}
        way={
          app
            ? { to: pathOf.app(app), label: t('gone.toApp', { name: app.name }) }
            : { to: '/home', label: t('gone.toHome') }
        }
      />
    </>
  );
}
