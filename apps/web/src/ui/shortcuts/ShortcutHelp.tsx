import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ShortcutKeys.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { useShortcutList } from './useShortcut.ts';

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
}

/** Lists the shortcuts of what is on the screen. */
export function ShortcutHelp({ opened, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation();
  const entries = useShortcutList((state) => state.entries);
  const unique = [...new Map(entries.map((entry) => [entry.keys + entry.label, entry])).values()];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcut.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <dl className={classes.list}>
        {unique.map(({ keys, label }) => (
          <div key={keys + label} className={classes.row}>
            <dt>{label}</dt>
            <dd>
              <ShortcutKeys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
