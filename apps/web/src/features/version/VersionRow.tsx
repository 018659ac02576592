import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconClock,
  IconDots,
  IconFileImport,
  IconPencil,
  IconRestore,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react';
import type { ListedVersion, VersionCause } from '@tandem/shared/version/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameVersion, removeVersion } from '../../entities/version/queries.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { NameField } from './NameField.tsx';
import { useVersionTitle } from './use-words.ts';
import classes from './VersionPanel.module.css';

const icons: Record<VersionCause, typeof IconClock> = {
  named: IconBookmark,
  automatic: IconClock,
  ai: IconSparkles,
  restore: IconRestore,
  overwrite: IconFileImport,
};

/** A version in the list: its name, author, reason and number of changes; a press compares it. */
export function VersionRow({ version, onOpen }: { version: ListedVersion; onOpen(): void }) {
  const { t } = useTranslation('version');
  const titleOf = useVersionTitle();
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { id, cause, name, author, createdAt, abilities } = version;
  const title = titleOf(version);
  const isNamed = cause === 'named' || name !== '';
  const Icon = isNamed ? IconBookmark : icons[cause];

  const rename = async (wanted: string) => {
    setRenaming(false);
    // A failure shows as a toast, and the name stays.
    if (wanted !== name) await nameVersion(id, wanted).catch(() => {});
  };
  return (
    <li className={classes.row}>
      {renaming ? (
        <NameField name={name} onSave={(wanted) => void rename(wanted)} onCancel={() => setRenaming(false)} />
      ) : (
        <button type="button" className={classes.open} onClick={onOpen}>
          <Icon
            size={16}
            stroke={1.75}
            className={classes.icon}
            data-named={isNamed || undefined}
            aria-hidden
          />
          <span className={classes.body}>
            <span className={classes.title} data-named={isNamed || undefined}>
              {title}
            </span>
            <span className={classes.meta}>
              {cause !== 'named' && `${t(`cause.${cause}`)} · `}
              {author && `${author.name} · `}
              <RelativeTime date={createdAt} />
            </span>
            <span className={classes.meta}>
              <Words version={version} />
            </span>
          </span>
        </button>
      )}
      {!renaming && (abilities.rename || abilities.remove) && (
        <Menu position="bottom-end" width={200} returnFocus>
          <Menu.Target>
            <ActionIcon className={classes.menu ?? ''} aria-label={t('menu', { title })}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {abilities.rename && (
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                onClick={() => setRenaming(true)}
              >
                {t(name === '' ? 'rename.give' : 'rename.change')}
              </Menu.Item>
            )}
            {abilities.remove && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
                onClick={() => setRemoving(true)}
              >
                {t('remove.do')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {removing && (
        <ConfirmDialog
          grave
          title={t('remove.title')}
          words={t('remove.words', { title })}
          confirm={t('remove.do')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await removeVersion(version);
            toast(t('remove.done', { title }));
          }}
        />
      )}
    </li>
  );
}

/** The number of words, and the difference from the previous version. */
function Words({ version: { wordCount, wordsBefore } }: { version: ListedVersion }) {
  const { t } = useTranslation('version');
  const words = t('words', { count: wordCount });
  if (wordsBefore === null || wordsBefore === wordCount) return words;
  const more = wordCount - wordsBefore;
  return `${words} · ${t(more > 0 ? 'wordsMore' : 'wordsFewer', { count: Math.abs(more) })}`;
}
