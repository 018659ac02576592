import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { badgeOf } from '../../entities/notice/list.ts';
import { setNoticesOpened, useNotices } from '../../entities/notice/store.ts';
import { setWaiting } from '../../ui/page/page-title.ts';
import { phoneDrawer } from '../../ui/page/phone-drawer.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { noticePanel } from './NoticeBell.tsx';
import classes from './NoticeDrawer.module.css';

/**
 * Parts of the notices outside the sidebar: the panel itself on a phone, and the count in the tab's title.
 */
export function NoticeDrawer() {
  const { t } = useTranslation('notice');
  const isPhone = useIsPhone();
  const opened = useNotices((state) => state.opened);
  const unread = useNotices((state) => state.unread);
  useEffect(() => setWaiting(unread === 0 ? '' : badgeOf(unread)), [unread]);
  useEffect(() => () => setWaiting(''), []);
  return (
    <>
      <NewsForEars />
      {isPhone && (
        <phoneDrawer.Part
          opened={opened}
          onClose={() => setNoticesOpened(false)}
          position="right"
          size="100%"
          attributes={{ content: { 'aria-label': t('title') } }}
          classNames={{ body: classes.body ?? '' }}
        >
          <noticePanel.Part />
        </phoneDrawer.Part>
      )}
    </>
  );
}

/** Announces new notices to screen readers; others see the count change. */
function NewsForEars() {
  const { t } = useTranslation('notice');
  const unread = useNotices((state) => state.unread);
  const newest = useNotices((state) => state.list[0]?.id);
  const before = useRef({ unread, newest });
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (unread > before.current.unread && newest !== before.current.newest)
      setSaid(t('bell.unread', { count: unread, shown: badgeOf(unread) }));
    before.current = { unread, newest };
  }, [unread, newest, t]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}
