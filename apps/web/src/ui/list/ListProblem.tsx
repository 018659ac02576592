import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import classes from './ListProblem.module.css';

interface ListProblemProps {
  error: unknown;
  onRetry(): void;
}

/** Says in place of a list, or below what of it is there, why it could not be loaded, and loads it again. */
export function ListProblem({ error, onRetry }: ListProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.problem} role="alert">
      <p>{describeError(error)}</p>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('action.again')}
      </Button>
    </div>
  );
}
