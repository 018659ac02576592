import { Button } from '@mantine/core';
import type { ProviderTested } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { api } from '../../lib/trpc.ts';
import { Problem } from './Problem.tsx';
import classes from './ProviderScreen.module.css';
import { useStoppable } from './use-stoppable.ts';

/** Tests a provider with one small real request, and shows the result. */
export function ProviderTest({ providerId, apiHost }: { providerId: string; apiHost: string }) {
  const { t } = useTranslation('model');
  const [tested, setTested] = useState<ProviderTested | null>(null);
  const { busy, start, stop } = useStoppable(async (signal) => {
    setTested(null);
    setTested(await api.provider.test.mutate({ providerId }, { signal }));
  });
  return (
    <div className={classes.test}>
      <div className={classes.line}>
        <Button variant="default" loading={busy} onClick={() => void start()}>
          {t('test.run')}
        </Button>
        {busy ? (
          <Button variant="subtle" color="gray" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <p className={classes.hint}>{t('test.words')}</p>
        )}
      </div>
      {tested && <Tested tested={tested} apiHost={apiHost} />}
    </div>
  );
}

/** The outcome of one try at `apiHost`. */
export function Tested({ tested, apiHost }: { tested: ProviderTested; apiHost: string }) {
  const { t, i18n } = useTranslation('model');
  if (tested.problem) return <Problem problem={tested.problem} apiHost={apiHost} />;
  const { model, ms, answer } = tested;
  const seconds = new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 1 }).format(
    ms / 1_000,
  );
  return (
    <div className={classes.outcome} role="status">
      <p>{model === null ? t('test.listed', { seconds }) : t('test.answered', { model, seconds })}</p>
      {answer !== '' && (
        <p className={classes.said}>
          {t('said')} <q>{answer}</q>
        </p>
      )}
    </div>
  );
}
