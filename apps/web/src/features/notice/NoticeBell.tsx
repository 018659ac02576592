import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { badgeOf } from '../../entities/notice/list.ts';
import { setNoticesOpened, useNotices } from '../../entities/notice/store.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import classes from './NoticeBell.module.css';

export const noticePanel = lazyPart('notices', () => import('./NoticePanel.tsx'));

/** The way to one's notices, with how many are not read. On a phone `NoticeDrawer` shows them. */
export function NoticeBell() {
  const isPhone = useIsPhone();
  const opened = useNotices((state) => state.opened);
  if (isPhone) return <BellButton />;
  return (
    <Popover
      opened={opened}
      onChange={setNoticesOpened}
      position="bottom-start"
      width={384}
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Popover.Target>
        <BellButton />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-labelledby="notices-title">
        <noticePanel.Part />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Passes on the props that a popover gives its target. */
function BellButton(given: Record<string, unknown>) {
  const { t } = useTranslation('notice');
  const isPhone = useIsPhone();
  const opened = useNotices((state) => state.opened);
  const unread = useNotices((state) => state.unread);
  const label = unread === 0 ? t('bell.none') : t('bell.unread', { count: unread, shown: badgeOf(unread) });
  return (
    <Tooltip label={t('title')} disabled={opened}>
      <ActionIcon
        {...given}
        className={classes.bell ?? ''}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        size={isPhone ? 36 : 28}
        onPointerEnter={noticePanel.preload}
        onClick={() => setNoticesOpened(!opened)}
      >
        <IconBell size={18} stroke={1.75} />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {badgeOf(unread)}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
