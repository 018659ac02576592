import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { SubagentResult } from '@tandem/shared/agent/subagent';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../entities/message/parts/tool.ts';
import { formatCredits, formatShort } from '../../../ui/credits.ts';
import { iconOf } from './call.ts';
import { OutputText } from './OutputText.tsx';
import classes from './SubagentDetail.module.css';
import { useDuration } from './use-words.ts';

const marks = { running: IconLoader2, done: IconCheck, failed: IconAlertCircle } as const;

/** The steps of a sub-agent, what it took, its answer, and what became of its files. */
export function SubagentDetail({ subagent, running }: { subagent: SubagentResult; running: boolean }) {
  const { t, i18n } = useTranslation('agent');
  const duration = useDuration();
  // Whoever saw its steps come keeps them in sight when it ends.
  const [wasRunning] = useState(running);
  const { answer, stopped, steps, requests, seconds, tokens, cost, changed = [], conflicts = [] } = subagent;
  const facts = [
    duration(seconds * 1_000),
    ...(requests > 0 ? [t('run.steps', { count: requests })] : []),
    ...(tokens > 0 ? [t('run.tokens', { count: tokens, amount: formatShort(tokens, i18n.language) })] : []),
    ...(cost > 0 ? [t('run.cost', { amount: formatCredits(cost, i18n.language) })] : []),
  ];
  return (
    <div className={classes.subagent}>
      {steps.length > 0 && (
        <details className={classes.steps} open={wasRunning}>
          <summary>{t('subagent.steps', { count: steps.length })}</summary>
          <ol>
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added
              <SubagentStep key={at} {...step} />
            ))}
          </ol>
        </details>
      )}
      {stopped !== undefined && <p className={classes.warning}>{t('call.stopped', { why: stopped })}</p>}
      {answer !== '' && <OutputText label={t('call.answer')} text={answer} />}
      {changed.length > 0 && (
        <p>
          {t('call.changed')}: {changed.join(', ')}
        </p>
      )}
      {conflicts.length > 0 && (
        <div className={classes.warning}>
          <p>{t('subagent.conflicts')}</p>
          <ul>
            {conflicts.map((conflict) => (
              <li key={conflict}>{conflict}</li>
            ))}
          </ul>
        </div>
      )}
      <p className={classes.facts}>{facts.join(' · ')}</p>
    </div>
  );
}

function SubagentStep({ tool, about, state }: SubagentResult['steps'][number]) {
  const { t } = useTranslation('agent');
  const Icon = iconOf({ toolName: tool });
  const Mark = marks[state];
  return (
    <li className={classes.step} data-state={state}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>{titleOf({ toolName: tool })}</span>
      <span className={classes.about}>{about}</span>
      <span role="img" aria-label={t(`subagent.${state}`)}>
        <Mark size={14} stroke={1.75} aria-hidden />
      </span>
    </li>
  );
}
