import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeShare, type ShareTarget, useShare } from '../../entities/share/store.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

export { openShare } from '../../entities/share/store.ts';

const panel = lazyPart('share', () => import('./SharePanel.tsx'));

/** The one dialog of the page that says who has access to an app or channel; closed unless `openShare` was called. */
export function ShareDialog() {
  const target = useShare((state) => state.target);
  return target && <Dialog key={target.id} target={target} />;
}

function Dialog({ target }: { target: ShareTarget }) {
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
      {node ? <panel.Part target={target} alone onLeft={closeShare} /> : <p>{t('gone')}</p>}
    </Modal>
  );
}
