import { Button, Text } from '@mantine/core';
import type { Schedule } from '@tandem/shared/schedule/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localeOf } from '../../lib/i18n/locale.ts';
import { api } from '../../lib/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { patternOf } from './pattern.ts';
import classes from './Schedule.module.css';

interface ScheduleRowProps {
  schedule: Schedule;
  onEdit(): void;
  /** Called with a new address of its webhook. */
  onPath(path: string | null): void;
  onChange(): void;
}

/** A schedule: when it runs, how its last run went, and what can be done with it. */
export function ScheduleRow({ schedule, onEdit, onPath, onChange }: ScheduleRowProps) {
  const { t, i18n } = useTranslation(['schedule', 'agent']);
  const [isRemoving, remove] = useState(false);
  const { id: scheduleId, channelId, name, trigger, isPaused, pausedFor, nextRunAt, lastRun } = schedule;
  const place = { channelId, scheduleId };
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  // Failures show as toasts.
  const act = (work: Promise<unknown>) => void work.then(onChange, () => {});
  const rotate = async () => onPath((await api.schedule.rotate.mutate(place)).webhookPath);
  const rhythm = trigger.kind === 'time' ? patternOf(trigger.cron).rhythm : 'webhook';
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <Text size="sm" c="dimmed">
          {[t(`rhythm.${rhythm}`), t('by', { name: schedule.maker.name })].join(' · ')}
        </Text>
        {isPaused && <Text size="sm">{t(`paused.${pausedFor ?? 'person'}`)}</Text>}
        {nextRunAt && <Text size="sm">{t('next', { time: format.format(nextRunAt) })}</Text>}
        {lastRun && (
          <Text size="sm">
            {t('last')}{' '}
            {lastRun.messageId === null ? (
              t(`agent:status.${lastRun.status}`)
            ) : (
              <Link to={`?message=${lastRun.messageId}`}>{t(`agent:status.${lastRun.status}`)}</Link>
            )}
          </Text>
        )}
      </div>
      {schedule.abilities.update && (
        <div className={classes.actions}>
          <Button size="compact-sm" variant="default" onClick={() => act(api.schedule.runNow.mutate(place))}>
            {t('runNow')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => act(api.schedule.setPaused.mutate({ ...place, isPaused: !isPaused }))}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            {t('edit')}
          </Button>
          {trigger.kind === 'webhook' && (
            <Button size="compact-sm" variant="default" onClick={() => act(rotate())}>
              {t('webhook.rotate')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" color="red" onClick={() => remove(true)}>
            {t('remove')}
          </Button>
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('removing.title')}
          words={t('removing.words', { name })}
          confirm={t('remove')}
          grave
          onClose={() => remove(false)}
          onConfirm={() => api.schedule.remove.mutate(place).then(onChange)}
        />
      )}
    </li>
  );
}
