import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../lib/i18n/locale.ts';
import { relativeTime } from './relative-time.ts';

const MINUTE_MS = 60_000;

/** A relative time that updates itself. The exact time is in the tooltip. */
export function RelativeTime({ date, className }: { date: Date; className?: string | undefined }) {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const exact = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <time className={className} dateTime={date.toISOString()} title={exact.format(date)}>
      {relativeTime(date, i18n.language, Math.max(now, date.getTime())) ?? t('time.now')}
    </time>
  );
}
