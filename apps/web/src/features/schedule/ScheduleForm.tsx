import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { type AgentMode, agentModes } from '@tandem/shared/agent/schema';
import type { Schedule, ScheduleWithToken } from '@tandem/shared/schedule/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { api } from '../../lib/trpc.ts';
import { DialogForm } from '../../ui/form/DialogForm.tsx';
import { NextTimes } from './NextTimes.tsx';
import { cronOf, type Pattern, patternOf, type Rhythm, rhythms } from './pattern.ts';
import classes from './Schedule.module.css';

interface ScheduleFormProps {
  channelId: string;
  /** Null: a new one. */
  schedule: Schedule | null;
  onCancel(): void;
  onDone(saved: ScheduleWithToken): void;
}

const zones = Intl.supportedValuesOf('timeZone');
/** A Sunday, for the names of the days. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** Makes or changes a schedule. */
export function ScheduleForm({ channelId, schedule, onCancel, onDone }: ScheduleFormProps) {
  const { t, i18n } = useTranslation(['schedule', 'agent']);
  const given = schedule?.trigger;
  const [name, setName] = useState(schedule?.name ?? '');
  const [task, setTask] = useState(schedule?.task ?? '');
  const [mode, setMode] = useState<AgentMode | ''>(schedule?.mode ?? '');
  const [kind, setKind] = useState<'time' | 'webhook'>(given?.kind ?? 'time');
  const [pattern, setPattern] = useState<Pattern>(
    patternOf(given?.kind === 'time' ? given.cron : '0 9 * * *'),
  );
  const [timeZone, setTimeZone] = useState(
    given?.kind === 'time' ? given.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const first = useRef<HTMLInputElement>(null);
  // It takes the place of the button that opened it.
  useEffect(() => first.current?.focus(), []);
  const put = (change: Partial<Pattern>) => setPattern({ ...pattern, ...change });
  const cron = cronOf(pattern);
  const trigger = kind === 'time' ? { kind, cron, timeZone } : { kind };
  const dayName = new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: 'long', timeZone: 'UTC' });
  const save = async () => {
    const values = { channelId, name, task, trigger, mode: mode === '' ? null : mode };
    onDone(
      schedule
        ? await api.schedule.update.mutate({ ...values, scheduleId: schedule.id })
        : await api.schedule.create.mutate(values),
    );
  };
  return (
    <DialogForm
      submit={t('save')}
      valid={name.trim() !== '' && task.trim() !== '' && (kind === 'webhook' || cron !== '')}
      onCancel={onCancel}
      onSubmit={save}
    >
      <div className={classes.fields}>
        <TextInput
          label={t('field.name')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          ref={first}
        />
        <Textarea
          label={t('field.task')}
          rows={4}
          value={task}
          onChange={(event) => setTask(event.currentTarget.value)}
        />
        <div className={classes.pair}>
          <NativeSelect
            label={t('field.mode')}
            value={mode}
            onChange={({ currentTarget: { value } }) =>
              setMode(agentModes.find((each) => each === value) ?? '')
            }
            data={[
              { value: '', label: t('field.channelMode') },
              ...agentModes.map((each) => ({ value: each, label: t(`agent:mode.${each}`) })),
            ]}
          />
          <NativeSelect
            label={t('field.starts')}
            value={kind === 'webhook' ? kind : pattern.rhythm}
            onChange={({ currentTarget: { value } }) => {
              setKind(value === 'webhook' ? value : 'time');
              if (value !== 'webhook') put({ rhythm: value as Rhythm, cron });
            }}
            data={[...rhythms, 'webhook' as const].map((value) => ({ value, label: t(`rhythm.${value}`) }))}
          />
        </div>
        {kind === 'webhook' ? (
          <Text size="sm" c="dimmed">
            {t('webhook.words')}
          </Text>
        ) : (
          <div className={classes.pair}>
            {pattern.rhythm === 'week' && (
              <NativeSelect
                label={t('field.weekday')}
                value={String(pattern.weekday)}
                onChange={(event) => put({ weekday: Number(event.currentTarget.value) })}
                data={[1, 2, 3, 4, 5, 6, 0].map((day) => ({
                  value: String(day),
                  label: dayName.format(SUNDAY + day * DAY_MS),
                }))}
              />
            )}
            {pattern.rhythm === 'month' && (
              <NumberInput
                label={t('field.day')}
                min={1}
                max={31}
                allowDecimal={false}
                value={pattern.day}
                onChange={(day) => put({ day: Math.min(31, Math.max(1, Number(day) || 1)) })}
              />
            )}
            {pattern.rhythm === 'custom' ? (
              <TextInput
                label={t('field.cron')}
                description={t('field.cronWords')}
                maxLength={100}
                value={pattern.cron}
                onChange={(event) => put({ cron: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                type="time"
                label={t('field.time')}
                value={pattern.time}
                onChange={(event) => put({ time: event.currentTarget.value })}
              />
            )}
            <NativeSelect
              label={t('field.zone')}
              value={timeZone}
              onChange={(event) => setTimeZone(event.currentTarget.value)}
              data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
            />
          </div>
        )}
        {kind === 'time' && cron !== '' && (
          <NextTimes channelId={channelId} cron={cron} timeZone={timeZone} />
        )}
      </div>
    </DialogForm>
  );
}
