import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyGroups } from './key-groups.ts';
import type { Keys } from './keys.ts';
import classes from './ShortcutKeys.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { type ShortcutGroup, useShortcutList } from './useShortcut.ts';

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
}

const grouped = new Set<Keys>(keyGroups.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys)));

/** Lists the shortcuts of the current screen, and the keys of the composer and the tree. */
export default function ShortcutHelp({ opened, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation();
  const entries = useShortcutList((state) => state.entries);
  const groups = useShortcutList((state) => state.groups);
  const general = new Map(
    entries.filter(({ keys }) => !grouped.has(keys)).map((entry) => [entry.keys, entry]),
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcut.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Group
        title={t('shortcut.group.general')}
        rows={[...general.values()].map(({ keys, label }) => ({ keys: [keys], label }))}
      />
      {groups.map(({ title, rows }) => (
        <Group key={title} title={title} rows={rows} />
      ))}
      {keyGroups.map(({ group, rows }) => (
        <Group
          key={group}
          title={t(`shortcut.group.${group}`)}
          rows={rows.map(({ keys, label }) => ({ keys, label: t(`shortcut.${label}`) }))}
        />
      ))}
    </Modal>
  );
}

function Group({ title, rows }: { title: string; rows: ShortcutGroup['rows'] }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {rows.map(({ keys, label }) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd>
              {keys.map((each) => (
                <ShortcutKeys key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
