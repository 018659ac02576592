import { ActionIcon, Tooltip } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

const dialog = lazyPart('schedules', () => import('./ScheduleDialog.tsx'), ['schedule', 'agent'], null);

/** Opens the schedules of an agent's channel. */
export function ScheduleButton({ channelId, canEdit }: { channelId: string; canEdit: boolean }) {
  const { t } = useTranslation('agent');
  const [isOpen, open] = useState(false);
  const label = t('view.schedules');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onPointerEnter={dialog.preload} onClick={() => open(true)}>
          <IconClock size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <dialog.Part channelId={channelId} canEdit={canEdit} onClose={() => open(false)} />}
    </>
  );
}
