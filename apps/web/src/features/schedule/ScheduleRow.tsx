import { Anchor, Button, Text } from '@mantine/core';
import type { Schedule } from '@tandem/shared/schedule/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { say } from '../../lib/errors.ts';
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
  /** Called once it is gone, with what was focused. */
  onRemoved(): void;
  /** Called when its reader goes to its last run. */
  onLeave(): void;
}

/** A schedule: when it runs, how its last run went, and what can be done with it. */
export function ScheduleRow(props: ScheduleRowProps) {
  const { schedule, onEdit, onPath, onChange, onRemoved, onLeave } = props;
  const { t, i18n } = useTranslation(['schedule', 'agent']);
  const [asked, ask] = useState<'remove' | 'rotate' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id: scheduleId, channelId, name, trigger, isPaused, pausedFor } = schedule;
  const { nextRunAt, lastRun, lastError } = schedule;
  const place = { channelId, scheduleId };
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const act = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      onChange();
    } catch {
      // It shows as a toast.
    }
    setBusy(false);
  };
  const pattern = trigger.kind === 'time' ? patternOf(trigger.cron) : null;
  const facts = [
    t(`rhythm.${pattern?.rhythm ?? 'webhook'}`),
    ...(pattern ? [pattern.rhythm === 'custom' ? pattern.cron : pattern.time] : []),
    ...(trigger.kind === 'time' ? [trigger.timeZone] : []),
    t('by', { name: schedule.maker.name }),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {isPaused && <Text size="sm">{t(`paused.${pausedFor ?? 'person'}`)}</Text>}
        {nextRunAt && <Text size="sm">{t('next', { time: format.format(nextRunAt) })}</Text>}
        {lastError && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('notStarted', { why: say(`error:${lastError}`, lastError) })}
          </Text>
        )}
        {lastRun && (
          <Text size="sm">
            {t('last')}{' '}
            {lastRun.messageId === null ? (
              t(`agent:status.${lastRun.status}`)
            ) : (
              <Anchor
                inherit
                component={Link}
                to={`?message=${lastRun.messageId}`}
                underline="always"
                onClick={onLeave}
              >
                {t(`agent:status.${lastRun.status}`)}
              </Anchor>
            )}
          </Text>
        )}
      </div>
      {schedule.abilities.update && (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => api.schedule.runNow.mutate(place))}
          >
            {t('runNow')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => api.schedule.setPaused.mutate({ ...place, isPaused: !isPaused }))}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            {t('edit')}
          </Button>
          {trigger.kind === 'webhook' && (
            <Button size="compact-sm" variant="default" onClick={() => ask('rotate')}>
              {t('webhook.rotate')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" color="red" onClick={() => ask('remove')}>
            {t('remove')}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={t(asked === 'remove' ? 'removing.title' : 'webhook.rotating.title')}
          words={t(asked === 'remove' ? 'removing.words' : 'webhook.rotating.words', { name })}
          confirm={t(asked === 'remove' ? 'remove' : 'webhook.rotate')}
          grave={asked === 'remove'}
          onClose={() => ask(null)}
          onConfirm={async () => {
            if (asked === 'remove') await api.schedule.remove.mutate(place);
            else onPath((await api.schedule.rotate.mutate(place)).webhookPath);
            onChange();
            if (asked === 'remove') onRemoved();
          }}
        />
      )}
    </li>
  );
}
