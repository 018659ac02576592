import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { type Budget, type BudgetPeriod, budgetPeriods, MAX_BUDGET } from '@tandem/shared/budget/schema';
import { MICRO_CREDITS } from '@tandem/shared/usage/credit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BudgetPanel.module.css';

interface BudgetFormProps {
  budget: Budget | null;
  busy: boolean;
  onSave(values: { period: BudgetPeriod; amount: number }): void;
  onCancel(): void;
}

/** Form for the amount of a budget and its renewal period. */
export function BudgetForm({ budget, busy, onSave, onCancel }: BudgetFormProps) {
  const { t } = useTranslation('usage');
  const id = useId();
  const [credits, setCredits] = useState(budget ? String(budget.amount / MICRO_CREDITS) : '');
  const [period, setPeriod] = useState<BudgetPeriod>(budget?.period ?? 'month');
  const [isTried, setTried] = useState(false);
  const amount = amountOf(credits);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        // Inside the form of a whole screen this is not that one's.
        event.stopPropagation();
        setTried(true);
        if (amount !== null) onSave({ period, amount });
      }}
    >
      <TextInput
        label={t('budget.amount')}
        description={t('budget.amountWords')}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        autoFocus
        value={credits}
        error={isTried && amount === null && t('budget.wrong')}
        onChange={(event) => setCredits(event.currentTarget.value)}
      />
      <div>
        <p className={classes.label} id={id}>
          {t('budget.period.label')}
        </p>
        <SegmentedControl
          aria-labelledby={id}
          fullWidth
          data={budgetPeriods.map((value) => ({ value, label: t(`budget.period.${value}`) }))}
          value={period}
          onChange={(value) => setPeriod(value as BudgetPeriod)}
        />
      </div>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {t('budget.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('budget.save')}
        </Button>
      </Group>
    </form>
  );
}

/** The entered amount in micro-credits; null if it is not a number. */
function amountOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,10}(\.\d{1,6})?$/.test(plain)) return null;
  const amount = Math.round(Number(plain) * MICRO_CREDITS);
  return amount <= MAX_BUDGET ? amount : null;
}
