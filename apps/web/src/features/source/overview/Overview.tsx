import { Button, Loader, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { SourceOverview } from '@tandem/shared/dataset/overview';
import type { Source } from '@tandem/shared/dataset/source';
import { useTranslation } from 'react-i18next';
import { useOverview } from '../../../entities/dataset/overview.ts';
import { describeEnd, describeError } from '../../../lib/errors.ts';
import classes from './Overview.module.css';

interface OverviewProps {
  source: Source;
  /** Whether the reader may have it made, which costs as a question does. */
  mayAsk: boolean;
  /** Shows a page of the source; null where pages can't be jumped to. */
  onPage: ((page: number) => void) | null;
  /** Asks one of the questions; null where nothing can be asked. */
  onAsk: ((question: string) => void) | null;
}

/** Whether anything can be said about what a source holds. */
export function hasOverview({ kind, status }: Source): boolean {
  return kind !== 'folder' && kind !== 'sitemap' && status !== 'failed';
}

/** The overview of a source: a summary, its outline and three questions, or why there is none. */
export function Overview({ source, mayAsk, onPage, onAsk }: OverviewProps) {
  const { t } = useTranslation('source');
  const { overview, error, isRead, make, refetch } = useOverview(source, mayAsk);
  if (!hasOverview(source)) return null;
  const label = t('overview.label', { name: source.name });
  if (!isRead)
    return (
      <section className={classes.frame} aria-label={label}>
        <p className={classes.note}>{t('overview.later')}</p>
      </section>
    );
  const isFailed = overview?.status === 'failed';
  if (error || isFailed) {
    const reason = error ? describeError(error) : describeEnd(overview?.error ?? null, t('overview.failed'));
    return (
      <section className={classes.frame} aria-label={label}>
        <p className={classes.note} role="alert">
          {t('overview.none', { reason })}
        </p>
        {(mayAsk || !isFailed) && (
          <Button size="compact-sm" variant="default" onClick={() => void (overview ? make() : refetch())}>
            {t('retry')}
          </Button>
        )}
      </section>
    );
  }
  if (overview?.status === 'none' && !mayAsk)
    return (
      <section className={classes.frame} aria-label={label}>
        <p className={classes.note}>{t('overview.onlyRead')}</p>
      </section>
    );
  if (overview?.status !== 'ready')
    return (
      <section className={classes.frame} aria-label={label} aria-busy>
        <p className={classes.note} role="status">
          <Loader size={14} aria-hidden /> {t(overview ? 'overview.making' : 'overview.loading')}
        </p>
        <Skeleton height={10} width="96%" />
        <Skeleton height={10} width="88%" />
        <Skeleton height={10} width="54%" />
      </section>
    );
  return <Ready {...{ overview, label, onPage, onAsk }} />;
}

interface ReadyProps extends Pick<OverviewProps, 'onPage' | 'onAsk'> {
  overview: SourceOverview;
  label: string;
}

function Ready({ overview, label, onPage, onAsk }: ReadyProps) {
  const { t } = useTranslation('source');
  const { summary, outline, questions, isExtract, model } = overview;
  return (
    <section className={classes.frame} aria-label={label}>
      <p className={classes.summary}>{summary}</p>
      <p className={classes.note}>
        {isExtract ? t('overview.extract') : t('overview.by', { model: model ?? '' })}
      </p>
      {outline.length > 0 && (
        <nav aria-label={t('overview.outline')}>
          <h2 className={classes.heading}>{t('overview.outline')}</h2>
          <ol className={classes.outline}>
            {outline.map(({ title, page }, index) => (
              // Two parts may have one name and page, and an outline never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>
                {onPage ? (
                  <button type="button" onClick={() => onPage(page)}>
                    <span>{title}</span>
                    <span className={classes.page}>{page}</span>
                  </button>
                ) : (
                  <span>{title}</span>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h2 className={classes.heading}>{t('overview.questions')}</h2>
      <ul className={classes.questions}>
        {questions.map((question) => (
          <li key={question}>
            {onAsk ? (
              <button type="button" onClick={() => onAsk(question)}>
                {question}
              </button>
            ) : (
              question
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
