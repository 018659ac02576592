import { IconAlertCircle, IconBan, IconChevronRight, IconLoader2 } from '@tabler/icons-react';
import type { AgentStep } from '@tandem/shared/agent/schema';
import type { ToolPart } from '@tandem/shared/message/parts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatShort } from '../../../ui/credits.ts';
import { CallDetail } from './CallDetail.tsx';
import classes from './CallLine.module.css';
import { codeOf, iconOf, outputOf, subagentOf } from './call.ts';
import { useCallWords, useDuration } from './use-words.ts';

interface CallLineProps {
  part: ToolPart;
  /** The step that it is the first call of; null for later ones, and where it is not known. */
  step: AgentStep | null;
}

/** A call as one line: what it does, how it ended, what it took; opened, it shows what went in and came out. */
export function CallLine({ part, step }: CallLineProps) {
  const { t, i18n } = useTranslation('agent');
  const wordsOf = useCallWords();
  const duration = useDuration();
  const id = useId();
  const running = !part.state.startsWith('output');
  const refused = part.consent?.decision === 'refused' || part.consent?.decision === 'expired';
  const output = outputOf(part);
  const subagent = subagentOf(part);
  const code = output?.exitCode ?? 0;
  const failed = part.state === 'output-error' && !refused;
  // A command shows its output while it runs, unless the reader folded it.
  const [chosen, choose] = useState<boolean | null>(null);
  const open = chosen ?? (running && output !== null && codeOf(part) !== null);
  const { label, hint } = wordsOf(part);
  const Icon = iconOf(part);
  const seconds = subagent?.seconds ?? output?.seconds;
  const took = seconds != null ? seconds * 1_000 : (step?.durationMs ?? null);
  const tokens = subagent?.tokens ?? (step ? step.inputTokens + step.outputTokens : 0);
  const cost = subagent?.cost ?? 0;
  const clashes = subagent?.conflicts?.length ?? 0;
  return (
    <div
      className={classes.call}
      data-busy={running || undefined}
      data-failed={failed || code !== 0 || clashes > 0 || undefined}
    >
      <button
        type="button"
        className={classes.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => choose(!open)}
      >
        <span className={classes.icon}>
          <Icon size={16} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.label}>{label}</span>
        <span className={classes.hint}>{hint}</span>
        <span className={classes.facts}>
          {failed && <Mark icon={IconAlertCircle} label={t('call.failed')} />}
          {refused && <Mark icon={IconBan} label={t('call.refused')} />}
          {code !== 0 && <Mark icon={IconAlertCircle} label={t('call.exit', { code })} />}
          {clashes > 0 && <Mark icon={IconAlertCircle} label={t('subagent.conflict', { count: clashes })} />}
          {running && <IconLoader2 className={classes.spin} size={14} stroke={2} aria-hidden />}
          {took !== null && took >= 100 && <span>{duration(took)}</span>}
          {tokens > 0 && (
            <span className={classes.tokens}>
              {t('run.tokens', { count: tokens, amount: formatShort(tokens, i18n.language) })}
            </span>
          )}
          {cost > 0 && (
            <span className={classes.tokens}>
              {t('run.cost', { amount: formatCredits(cost, i18n.language) })}
            </span>
          )}
        </span>
        <IconChevronRight className={classes.chevron} size={14} stroke={1.75} aria-hidden />
      </button>
      <div id={id} className={classes.body} hidden={!open}>
        {open && <CallDetail part={part} />}
      </div>
    </div>
  );
}

function Mark({ icon: Icon, label }: { icon: typeof IconBan; label: string }) {
  return (
    <span className={classes.mark}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {label}
    </span>
  );
}
