import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeShare, type ShareTarget } from '../../entities/share/store.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import SharePanel from './SharePanel.tsx';

/** Says who has access to an app or channel. */
export default function ShareBox({ target }: { target: ShareTarget }) {
  useFocusBack();
  const { t } = useTranslation('share');
  const { t: workspace } = useTranslation('workspace');
  const node = useWorkspace(({ tree }) =>
    target.kind === 'app' ? tree.apps.get(target.id) : tree.channels.get(target.id),
  );
  const kind = node && 'kind' in node ? node.kind : undefined;
  const name = node?.name || workspace('channel.untitled', { context: kind });
  return (
    <Modal
      opened
      onClose={closeShare}
      size={520}
      title={t(node?.abilities.manage ? 'title' : 'titleLook', { name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {node ? <SharePanel target={target} alone onLeft={closeShare} /> : <p>{t('gone')}</p>}
    </Modal>
  );
}
