import type { ProviderProblem } from '@tandem/shared/provider/schema';
import { useTranslation } from 'react-i18next';
import { say } from '../../lib/errors.ts';
import classes from './ProviderScreen.module.css';

/** How a provider failed: our sentence, and its own words. */
export function Problem({ problem }: { problem: ProviderProblem }) {
  const { t } = useTranslation('model');
  return (
    <div className={classes.outcome} data-bad role="alert">
      <p>{say(`error:${problem.key}`, problem.key)}</p>
      {problem.detail && (
        <p className={classes.said}>
          {t('said')} <q>{problem.detail}</q>
        </p>
      )}
    </div>
  );
}
