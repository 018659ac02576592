import type { AgentRun } from '@tandem/shared/agent/schema';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatShort } from '../../../ui/credits.ts';
import classes from './RunFacts.module.css';
import { useDuration } from './use-words.ts';

/** What a run took so far: time, steps, tokens, credits. */
export function RunFacts({ run }: { run: AgentRun }) {
  const { t, i18n } = useTranslation('agent');
  const duration = useDuration();
  const ms = useActiveMs(run);
  const tokens = run.inputTokens + run.outputTokens;
  const facts = [
    t(`status.${run.status}`),
    ...(ms >= 500 ? [duration(ms)] : []),
    ...(run.steps > 0 ? [t('run.steps', { count: run.steps })] : []),
    ...(tokens > 0 ? [t('run.tokens', { count: tokens, amount: formatShort(tokens, i18n.language) })] : []),
    ...(run.cost > 0 ? [t('run.cost', { amount: formatCredits(run.cost, i18n.language) })] : []),
  ];
  return (
    <p className={classes.facts}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

/** Milliseconds of work, which go on while it works. */
function useActiveMs({ status, activeMs }: AgentRun): number {
  const isRunning = status === 'running';
  const [now, setNow] = useState(0);
  const [from, setFrom] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new figure begins another count
  useEffect(() => {
    if (!isRunning) return;
    const start = performance.now();
    setFrom(start);
    setNow(start);
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning, activeMs]);
  return activeMs + (isRunning ? now - from : 0);
}
