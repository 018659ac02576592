import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { AgentRun } from '@tandem/shared/agent/schema';
import { useTranslation } from 'react-i18next';
import { useRuns } from '../../../entities/run/queries.ts';
import { formatCredits } from '../../../ui/credits.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { useDuration } from '../steps/use-words.ts';
import { RunDetail } from './RunDetail.tsx';
import { RunStatusMark } from './RunStatusMark.tsx';
import classes from './RunsTab.module.css';

export interface RunsTabProps {
  channelId: string;
  /** Whether the reader may fork runs. */
  mayEdit: boolean;
  /** The run that is open; null for the list. */
  runId: string | null;
  onRun(runId: string | null): void;
  /** Shows what a run or one of its steps changed. */
  onChanges(runId: string, step: number | null): void;
  /** Shows the files of a state. */
  onState(manifestId: string): void;
  /** Shows its answer in the conversation. */
  onMessage(messageId: string): void;
}

/** The runs of a channel, newest first, or the steps of one. */
export default function RunsTab(props: RunsTabProps) {
  const { channelId, runId, onRun } = props;
  const { t } = useTranslation('agent');
  const runs = useRuns(channelId);
  const list = runs.data?.pages.flatMap((page) => page.list);
  if (runId !== null) return <RunDetail key={runId} {...props} runId={runId} />;
  if (!list)
    return runs.error ? <ListProblem error={runs.error} onRetry={() => void runs.refetch()} /> : <Loading />;
  if (list.length === 0)
    return (
      <div className={classes.empty}>
        <IconPlayerPlay size={36} stroke={1.25} aria-hidden />
        <h3>{t('runs.none')}</h3>
        <p>{t('runs.noneWords')}</p>
      </div>
    );
  return (
    <div className={classes.tab}>
      <ul className={classes.list} aria-label={t('panel.runs')}>
        {list.map((run) => (
          <li key={run.id}>
            <RunRow run={run} onOpen={() => onRun(run.id)} />
          </li>
        ))}
      </ul>
      {runs.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          m="xs"
          loading={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}
        >
          {t('runs.more')}
        </Button>
      )}
    </div>
  );
}

function RunRow({ run, onOpen }: { run: AgentRun; onOpen(): void }) {
  const { t, i18n } = useTranslation('agent');
  const duration = useDuration();
  const facts = [
    t(`status.${run.status}`),
    ...(run.activeMs >= 500 ? [duration(run.activeMs)] : []),
    ...(run.steps > 0 ? [t('run.steps', { count: run.steps })] : []),
    ...(run.cost > 0 ? [t('run.cost', { amount: formatCredits(run.cost, i18n.language) })] : []),
    t('runs.by', { name: run.user.name }),
  ];
  return (
    // A queued one has no steps to open.
    <button type="button" className={classes.run} disabled={run.status === 'queued'} onClick={onOpen}>
      <RunStatusMark status={run.status} />
      <span className={classes.words}>
        <span className={classes.task}>{run.task}</span>
        <span className={classes.facts}>
          {facts.join(' · ')} · <RelativeTime date={run.startedAt} />
        </span>
      </span>
    </button>
  );
}
