import { Modal } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { moveApp, moveIntoSpace, spacesFor } from '../../../entities/workspace/app-actions.ts';
import { setExpanded } from '../../../entities/workspace/expanded.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';
import { Option, OptionList } from '../../../ui/form/OptionList.tsx';

/** Chooses the space where an app goes. */
export function MoveAppDialog({ appId, onClose }: { appId: string; onClose(): void }) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const tree = useWorkspace((state) => state.tree);
  const name = tree.apps.get(appId)?.name ?? '';
  const go = (spaceId: string) => {
    setExpanded([spaceId], true);
    void moveApp(moveIntoSpace(tree, appId, spaceId));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.title', { name })}
      size="sm"
      padding="md"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <OptionList label={t('move.spaces')}>
        {spacesFor(tree, appId).map((space, index) => (
          <Option
            key={space.id}
            icon={<IconFolder size={16} stroke={1.75} />}
            name={space.name}
            autoFocus={index === 0}
            onChoose={() => go(space.id)}
          />
        ))}
      </OptionList>
    </Modal>
  );
}
