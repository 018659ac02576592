import { Text } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { trpc } from '../../lib/trpc.ts';
import classes from './Schedule.module.css';

/** The next times of a pattern, in its time zone. */
export function NextTimes(props: { channelId: string; cron: string; timeZone: string }) {
  const { t, i18n } = useTranslation('schedule');
  const { channelId, cron, timeZone } = useDeferredValue(props);
  const times = trpc.schedule.times.useQuery(
    { channelId, trigger: { kind: 'time', cron, timeZone } },
    { trpc: { context: { silent: true } }, retry: false },
  );
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    ...{ dateStyle: 'full', timeStyle: 'short' },
    timeZone,
  });
  return (
    <Text
      size="sm"
      c={times.error ? 'var(--mantine-color-error)' : 'dimmed'}
      aria-live="polite"
      component="div"
    >
      {times.error ? describeError(times.error) : t('field.next')}
      {times.data && (
        <ul className={classes.times}>
          {times.data.map((time) => (
            <li key={time.getTime()}>{format.format(time)}</li>
          ))}
        </ul>
      )}
    </Text>
  );
}
