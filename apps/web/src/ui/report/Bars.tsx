import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../credits.ts';
import classes from './Report.module.css';

export interface Bar {
  key: string;
  name: string;
  amount: number;
  /** The amount in words. */
  said: string;
}

/** Number of rows shown before "show all". */
const FEW = 10;

/** Amounts, highest first, each with a bar relative to the highest. */
export function Bars({ rows }: { rows: readonly Bar[] }) {
  const { t, i18n } = useTranslation('usage');
  const [all, setAll] = useState(false);
  const sorted = [...rows].sort((a, b) => b.amount - a.amount);
  const most = Math.max(1, ...sorted.slice(0, 1).map(({ amount }) => amount));
  const shown = all ? sorted : sorted.slice(0, FEW);
  return (
    <>
      <ol className={classes.bars}>
        {shown.map(({ key, name, amount, said }) => (
          <li key={key}>
            <span className={classes.name} title={name}>
              {name}
            </span>
            <span className={classes.value}>{said}</span>
            <span className={classes.track} aria-hidden>
              <span className={classes.part} style={{ width: `${(amount / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
      {sorted.length > FEW && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          mt="xs"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('fewer') : t('allOf', { number: formatNumber(sorted.length, i18n.language) })}
        </Button>
      )}
    </>
  );
}
