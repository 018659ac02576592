import { Button } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { PausePart } from '@tandem/shared/message/parts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../entities/message/use-action.ts';
import { applyRuns } from '../../../entities/run/live.ts';
import { describeEnd } from '../../../lib/errors.ts';
import { api } from '../../../lib/trpc.ts';
import classes from './QuestionCard.module.css';

const silent = { context: { silent: true } };

interface PauseCardProps {
  channelId: string;
  runId: string;
  pause: PausePart['data'];
  /** Null until it is known. */
  run: AgentRun | null;
  /** Whether the reader may let it go on. */
  mayDecide: boolean;
}

/** Why a run paused, and the ways on. */
export function PauseCard({ channelId, runId, pause, run, mayDecide }: PauseCardProps) {
  const { t } = useTranslation('agent');
  const action = useAction();
  const id = useId();
  const act = (way: 'goOn' | 'stop') =>
    void action.run(async () => {
      if (way === 'stop') await api.run.stop.mutate({ channelId, runId }, silent);
      else applyRuns(channelId, [await api.run.goOn.mutate({ channelId, runId }, silent)]);
    });
  const { reason, error } = pause;
  const words = error
    ? describeEnd(error, t('paused.provider'))
    : reason === 'steps'
      ? t('paused.steps', { count: run?.steps ?? 0 })
      : reason === 'time'
        ? t('paused.time', { minutes: Math.round((run?.activeMs ?? 0) / 60_000) })
        : t(`paused.${reason}`);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <IconPlayerPause className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <h3 id={id} className={classes.title}>
          {t('paused.title')}
        </h3>
      </header>
      <p className={classes.question}>{words}</p>
      {error?.detail && <p className={classes.note}>{error.detail}</p>}
      {!mayDecide && <p className={classes.note}>{t('paused.waits')}</p>}
      {mayDecide && (
        <div className={classes.options}>
          <Button size="xs" loading={action.busy} onClick={() => act('goOn')}>
            {t('paused.go')}
          </Button>
          <Button size="xs" variant="default" disabled={action.busy} onClick={() => act('stop')}>
            {t('paused.stop')}
          </Button>
        </div>
      )}
      {action.problem && (
        <p className={classes.problem} role="alert">
          {action.problem}
        </p>
      )}
    </section>
  );
}
