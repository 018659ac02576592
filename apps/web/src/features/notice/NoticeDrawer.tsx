import { Drawer, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { badgeOf } from '../../entities/notice/list.ts';
import { setNoticesOpened, useNotices } from '../../entities/notice/store.ts';
import { setWaiting } from '../../ui/page/page-title.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { noticePanel } from './NoticeBell.tsx';
import classes from './NoticeDrawer.module.css';

/** What the notices show outside of the sidebar: on a phone themselves, and their count in the tab. */
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
        <Drawer
          opened={opened}
          onClose={() => setNoticesOpened(false)}
          position="right"
          size="100%"
          padding={0}
          withCloseButton={false}
          attributes={{ content: { 'aria-label': t('title') } }}
          classNames={{ body: classes.body ?? '' }}
        >
          <noticePanel.Part />
        </Drawer>
      )}
    </>
  );
}

/** Says that something came; whoever sees the page sees the count move. */
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
