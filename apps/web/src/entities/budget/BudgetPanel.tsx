import { Button, Group, Loader } from '@mantine/core';
import type { BudgetScope, BudgetTarget } from '@tandem/shared/budget/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { BudgetForm } from './BudgetForm.tsx';
import { BudgetMeter } from './BudgetMeter.tsx';
import classes from './BudgetPanel.module.css';

interface BudgetPanelProps {
  /** The owner: `app` needs `appId`, `user` needs `userId`. */
  scope: BudgetScope;
  appId?: string;
  userId?: number;
  /** For who manages the app without administering the team. */
  readOnly?: boolean;
  /** Leaves out the heading, where the surroundings have one. */
  plain?: boolean;
}

/** The budget of the team, an app or a person, as administrators see, set and remove it. */
export function BudgetPanel({ scope, appId, userId, readOnly = false, plain = false }: BudgetPanelProps) {
  const { t } = useTranslation('usage');
  const target: BudgetTarget = {
    ...(scope === 'app' && { appId }),
    ...(scope === 'user' && { userId }),
  };
  const { budget: held } = trpc.useUtils();
  const byManager = readOnly && appId !== undefined;
  const managed = trpc.budget.ofApp.useQuery({ appId: appId ?? '' }, { enabled: byManager });
  const administered = trpc.budget.get.useQuery(target, { enabled: !byManager });
  const { data, isPending, error, refetch } = byManager ? managed : administered;
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null);
  const section = useRef<HTMLElement>(null);
  const done = useRef(doing);
  useEffect(() => {
    // The focused element disappeared with the form or the question.
    if (done.current !== null && doing === null) section.current?.querySelector('button')?.focus();
    done.current = doing;
  }, [doing]);
  const onSuccess = (answer: NonNullable<typeof data>) => {
    held.get.setData(target, answer);
    void held.list.invalidate();
    setDoing(null);
    toast.success(answer.budget ? t('budget.saved') : t('budget.removed'));
  };
  const set = trpc.budget.set.useMutation({ onSuccess });
  const remove = trpc.budget.remove.useMutation({ onSuccess });
  const budget = data?.budget ?? null;

  function body() {
    if (isPending) return <Loader size="sm" aria-label={t('budget.title')} />;
    if (error)
      return (
        <div className={classes.line} role="alert">
          <p className={classes.words}>{describeError(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      );
    if (doing === 'edit')
      return (
        <BudgetForm
          budget={budget}
          busy={set.isPending}
          onSave={(values) => set.mutate({ ...target, ...values })}
          onCancel={() => setDoing(null)}
        />
      );
    if (!budget)
      return (
        <div className={classes.line}>
          <p className={classes.words}>{t(`budget.none.${scope}`)}</p>
          {!readOnly && (
            <Button variant="default" onClick={() => setDoing('edit')}>
              {t('budget.set')}
            </Button>
          )}
        </div>
      );
    return (
      <>
        <BudgetMeter budget={budget} label={t('budget.title')} />
        {!readOnly && doing === 'remove' && (
          <div className={classes.confirm} role="alertdialog" aria-label={t('budget.confirm.title')}>
            <p>
              <strong>{t('budget.confirm.title')}</strong> {t('budget.confirm.words')}
            </p>
            <Group gap="xs" justify="flex-end">
              <Button variant="default" autoFocus onClick={() => setDoing(null)}>
                {t('budget.cancel')}
              </Button>
              <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(target)}>
                {t('budget.remove')}
              </Button>
            </Group>
          </div>
        )}
        {!readOnly && doing === null && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDoing('edit')}>
              {t('budget.change')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDoing('remove')}>
              {t('budget.remove')}
            </Button>
          </Group>
        )}
      </>
    );
  }

  return (
    <section ref={section} className={classes.panel} aria-label={t('budget.title')} data-budget={scope}>
      {!plain && (
        <header>
          <h2 className={classes.title}>{t('budget.title')}</h2>
          {(scope === 'team' || budget) && <p className={classes.about}>{t(`budget.about.${scope}`)}</p>}
        </header>
      )}
      {body()}
    </section>
  );
}
