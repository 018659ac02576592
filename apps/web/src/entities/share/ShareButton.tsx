import { ActionIcon, Tooltip } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { openShare, type ShareTarget } from './store.ts';

interface ShareButtonProps {
  target: ShareTarget;
  /** Whether the reader may change who has access. */
  manages: boolean;
}

/** Opens the dialog about a thing from the head of its screen, which does not wait for the button's words. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <Suspense fallback={null}>
      <Opener {...props} />
    </Suspense>
  );
}

function Opener({ target, manages }: ShareButtonProps) {
  const { t } = useTranslation('share');
  const label = t(manages ? 'open' : 'look');
  const Icon = manages ? IconUserPlus : IconUsers;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-haspopup="dialog" onClick={() => openShare(target)}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
