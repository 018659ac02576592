import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { ListProblem } from '../../ui/list/ListProblem.tsx';
import page from '../../ui/page/Page.module.css';
import classes from './SettingScreen.module.css';

/** How commands of agents are held apart from this server, what was tried, and why there is no better way; read-only. */
export function SandboxFacts() {
  const { t } = useTranslation('agent');
  // The first answer tries what the machine offers, which takes a while.
  const { data, error, refetch } = trpc.sandbox.get.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    trpc: { context: { silent: true, streamed: true } },
  });
  return (
    <section className={page.section} aria-label={t('sandbox.title')} aria-busy={!data && !error}>
      <h2 className={page.heading}>{t('sandbox.title')}</h2>
      <p className={page.words}>{t('sandbox.words')}</p>
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.kind === null && <p className={classes.warning}>{t('sandbox.none')}</p>}
          {data.needsApproval && <p className={classes.warning}>{t('sandbox.approval')}</p>}
          <ol className={classes.trials}>
            {data.trials.map(({ kind, means, problem }) => (
              <li key={kind + means} data-used={problem === null || undefined}>
                <span className={classes.trial}>{t(`sandbox.kind.${kind}`)}</span>
                <span className={classes.note}>
                  {t('sandbox.means', { means })} ·{' '}
                  {problem === null ? t('sandbox.used') : t('sandbox.notUsed', { problem })}
                </span>
              </li>
            ))}
          </ol>
          {data.lacks.length > 0 && (
            <details className={classes.lacks}>
              <summary>{t('sandbox.lacks')}</summary>
              <ul lang="en">
                {data.lacks.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}
