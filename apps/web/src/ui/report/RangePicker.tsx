import { SegmentedControl, TextInput } from '@mantine/core';
import type { UsageRange } from '@tandem/shared/usage/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Report.module.css';
import { lastDays, usualDays } from './range.ts';

/** Chooses the days of a report: the last ones, or any range. */
export function RangePicker({ value, onChange }: { value: UsageRange; onChange(range: UsageRange): void }) {
  const { t } = useTranslation('usage');
  const [kind, setKind] = useState('30');
  const data = [
    ...usualDays.map((count) => ({ value: String(count), label: t('range.days', { count }) })),
    { value: 'custom', label: t('range.custom') },
  ];
  const day = (name: keyof UsageRange) => (
    <TextInput
      type="date"
      aria-label={t(`range.${name}`)}
      value={value[name]}
      max={lastDays(1).to}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.range}>
      <SegmentedControl
        aria-label={t('range.label')}
        data={data}
        value={kind}
        onChange={(next) => {
          setKind(next);
          if (next !== 'custom') onChange(lastDays(Number(next)));
        }}
      />
      {kind === 'custom' && (
        <div className={classes.dates}>
          {day('from')}
          <span aria-hidden>–</span>
          {day('to')}
        </div>
      )}
    </div>
  );
}
