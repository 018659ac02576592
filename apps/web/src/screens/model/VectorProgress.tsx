import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import type { VectorProgress as Progressing } from '@tandem/shared/dataset/retrieval';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { say } from '../../lib/errors.ts';
import { api, cached } from '../../lib/trpc.ts';
import classes from './ProviderScreen.module.css';

interface VectorProgressProps {
  progress: Progressing;
  /** The model that searches use until then; null for none. */
  former: string | null;
}

/** How far the passages of a team have vectors, and why no more are being made. */
export function VectorProgress({ progress, former }: VectorProgressProps) {
  const { t } = useTranslation('model');
  const [isAsking, setAsking] = useState(false);
  const { isReady, passages, filled, problem, retryAt } = progress;
  const isComplete = isReady && filled >= passages;

  async function resume() {
    setAsking(true);
    try {
      cached.retrieval.settings.setData(undefined, await api.retrieval.resume.mutate());
    } catch {
      // The call itself showed why.
    }
    setAsking(false);
  }

  return (
    <>
      <div className={classes.filling}>
        {!isComplete && (
          <Progress
            size={4}
            value={passages === 0 ? 100 : (100 * filled) / passages}
            aria-label={t('retrieval.embedding')}
          />
        )}
        <p className={classes.detail}>
          {isComplete && t('retrieval.ready', { count: passages })}
          {!isComplete && t(isReady ? 'retrieval.later' : 'retrieval.filling', { filled, passages })}{' '}
          {!isReady && (former ? t('retrieval.former', { model: former }) : t('retrieval.before'))}
        </p>
      </div>
      {problem && (
        <div className={classes.outcome} data-bad role="alert">
          <p>{say(`error:${problem.key}`, problem.key, problem.params)}</p>
          {problem.detail && (
            <p className={classes.said}>
              {t('said')} <q>{problem.detail}</q>
            </p>
          )}
          {retryAt && <p className={classes.said}>{t('retrieval.again', { when: retryAt.toISOString() })}</p>}
          <Button variant="default" size="compact-sm" mt={8} loading={isAsking} onClick={() => void resume()}>
            {t(problem.key === 'vectorsDiffer' ? 'retrieval.restart' : 'retrieval.resume')}
          </Button>
        </div>
      )}
    </>
  );
}
