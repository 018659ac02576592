import type { ProviderProblem } from '@tandem/shared/provider/schema';
import { useTranslation } from 'react-i18next';
import { say } from '../../lib/errors.ts';
import classes from './ProviderScreen.module.css';
import { hostToOpen } from './private-host.ts';

interface ProblemProps {
  problem: ProviderProblem;
  /** Address of the provider. */
  apiHost: string;
}

/** How a provider failed: our sentence, the remedy, and the provider's own message. */
export function Problem({ problem, apiHost }: ProblemProps) {
  const { t } = useTranslation('model');
  const closed = problem.key === 'provider.addressRefused' ? hostToOpen(apiHost) : null;
  return (
    <div className={classes.outcome} data-bad role="alert">
      <p>{say(`error:${problem.key}`, problem.key)}</p>
      {closed && <p>{t('field.hostOpen', { host: closed })}</p>}
      {problem.detail && (
        <p className={classes.said}>
          {t('said')} <q>{problem.detail}</q>
        </p>
      )}
    </div>
  );
}
