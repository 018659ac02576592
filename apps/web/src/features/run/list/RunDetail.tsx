import { ActionIcon, Button, Slider, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import {
  IconArrowLeft,
  IconFileDiff,
  IconFileZip,
  IconFolder,
  IconGitFork,
  IconMessage,
} from '@tabler/icons-react';
import type { AgentCall, AgentStep } from '@tandem/shared/agent/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titleOf } from '../../../entities/message/parts/tool.ts';
import { useAction } from '../../../entities/message/use-action.ts';
import { useRun } from '../../../entities/run/queries.ts';
import { forkRun } from '../../../entities/workspace/actions.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { formatCredits, formatShort } from '../../../ui/credits.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { iconOf } from '../steps/call.ts';
import { RunFacts } from '../steps/RunFacts.tsx';
import { useDuration } from '../steps/use-words.ts';
import classes from './RunDetail.module.css';
import { RunStatusMark } from './RunStatusMark.tsx';
import type { RunsTabProps } from './RunsTab.tsx';

/** A run with its steps; a slider goes through them, with the files and changes of each. */
export function RunDetail(props: RunsTabProps & { runId: string }) {
  const { channelId, runId, mayEdit, onRun, onChanges, onState, onMessage } = props;
  const { t } = useTranslation('agent');
  const { data: run, error, refetch } = useRun(channelId, runId);
  const [chosen, choose] = useState<number | null>(null);
  const trace = run?.trace ?? [];
  const at = Math.min(chosen ?? trace.length - 1, trace.length - 1);
  const step = trace[at];
  return (
    <section className={classes.run} aria-label={t('runs.steps')}>
      <header className={classes.head}>
        <Tooltip label={t('runs.back')}>
          <ActionIcon aria-label={t('runs.back')} onClick={() => onRun(null)}>
            <IconArrowLeft size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {run && <RunStatusMark status={run.status} />}
        <h3 className={classes.task}>{run?.task}</h3>
      </header>
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      {!run && !error && <Loading />}
      {run && (
        <div className={classes.body}>
          <RunFacts run={run} />
          <div className={classes.ways}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFileDiff size={15} stroke={1.75} aria-hidden />}
              onClick={() => onChanges(runId, null)}
            >
              {t('runs.changes')}
            </Button>
            {run.messageId !== null && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconMessage size={15} stroke={1.75} aria-hidden />}
                onClick={() => run.messageId !== null && onMessage(run.messageId)}
              >
                {t('runs.show')}
              </Button>
            )}
          </div>
          {trace.length > 1 && (
            <Slider
              className={classes.slider ?? ''}
              thumbLabel={t('runs.slider')}
              min={0}
              max={trace.length - 1}
              value={at}
              // Said below; a label above the thumb would cover the buttons.
              label={null}
              onChange={choose}
            />
          )}
          {step && (
            <div className={classes.ways}>
              <span className={classes.now}>{t('runs.step', { count: step.index + 1 })}</span>
              {step.manifestId !== null && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconFolder size={15} stroke={1.75} aria-hidden />}
                  onClick={() => step.manifestId !== null && onState(step.manifestId)}
                >
                  {t('runs.files')}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconFileDiff size={15} stroke={1.75} aria-hidden />}
                onClick={() => onChanges(runId, step.index)}
              >
                {t('panel.changes')}
              </Button>
              <Button
                component="a"
                href={`/api/channelAgent/${channelId}/agent-runs/${runId}/export?step=${step.index}`}
                download
                size="compact-sm"
                variant="default"
                leftSection={<IconFileZip size={15} stroke={1.75} aria-hidden />}
              >
                {t('runs.export')}
              </Button>
              {mayEdit && <ForkButton key={step.index} {...{ channelId, runId }} step={step.index} />}
            </div>
          )}
          <ol className={classes.steps}>
            {trace.map((each, index) => (
              <li key={each.index}>
                <StepRow step={each} isCurrent={index === at} onChoose={() => choose(index)} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** Begins another channel from a step. */
function ForkButton(of: { channelId: string; runId: string; step: number }) {
  const { t } = useTranslation('agent');
  const navigate = useNavigate();
  const action = useAction();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={action.busy}
        leftSection={<IconGitFork size={15} stroke={1.75} aria-hidden />}
        onClick={() => void action.run(async () => void navigate(pathOf.channel(await forkRun(of))))}
      >
        {t('runs.fork')}
      </Button>
      {action.problem && (
        <p className={classes.problem} role="alert">
          {action.problem}
        </p>
      )}
    </>
  );
}

function StepRow({ step, isCurrent, onChoose }: { step: AgentStep; isCurrent: boolean; onChoose(): void }) {
  const { t, i18n } = useTranslation('agent');
  const duration = useDuration();
  const tokens = step.inputTokens + step.outputTokens;
  const facts = [
    duration(step.durationMs),
    ...(tokens > 0 ? [t('run.tokens', { count: tokens, amount: formatShort(tokens, i18n.language) })] : []),
    ...(step.cost > 0 ? [t('run.cost', { amount: formatCredits(step.cost, i18n.language) })] : []),
  ];
  return (
    <button
      type="button"
      className={classes.step}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={classes.line}>
        <span className={classes.name}>{t('runs.step', { count: step.index + 1 })}</span>
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </span>
      {step.calls.map((call) => (
        <CallRow key={call.toolCallId} call={call} />
      ))}
    </button>
  );
}

function CallRow({ call }: { call: AgentCall }) {
  const { t } = useTranslation('agent');
  const Icon = iconOf(call);
  const isBad = call.status === 'failed' || call.status === 'refused';
  return (
    <span className={classes.call} data-bad={isBad || undefined}>
      <Icon size={15} stroke={1.75} aria-hidden />
      <span>{titleOf(call)}</span>
      {call.status === 'failed' && <span>{t('call.failed')}</span>}
      {call.status === 'refused' && <span>{t('call.refused')}</span>}
      {call.status === 'waiting' && <span>{t('call.waits')}</span>}
      {call.decider && call.decision === 'approved' && (
        <span className={classes.facts}>
          {t(call.isEdited ? 'runs.approvedChanged' : 'runs.approved', { name: call.decider.name })}
        </span>
      )}
    </span>
  );
}
