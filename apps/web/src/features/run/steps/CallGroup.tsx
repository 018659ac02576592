import { IconChevronRight } from '@tabler/icons-react';
import type { AgentStep } from '@tandem/shared/agent/schema';
import type { ToolPart } from '@tandem/shared/message/parts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CallGroup.module.css';
import { CallLine } from './CallLine.tsx';
import { iconOf, outputOf } from './call.ts';

/** Fewer calls are not folded: their line would say less than they do. */
const FEWEST = 3;
/** Signs beside the count of a folded group. */
const MAX_SIGNS = 6;

interface CallGroupProps {
  calls: readonly { part: ToolPart; index: number }[];
  /** Whether the run is over: then the group is one line until it is opened. */
  isOver: boolean;
  stepOf(part: ToolPart): AgentStep | null;
}

/** Calls that follow each other. */
export function CallGroup({ calls, isOver, stepOf }: CallGroupProps) {
  const { t } = useTranslation('agent');
  const id = useId();
  const [chosen, choose] = useState<boolean | null>(null);
  const folds = isOver && calls.length >= FEWEST;
  const open = chosen ?? !folds;
  const failed = calls.filter(({ part }) => didFail(part)).length;
  const signs = [...new Set(calls.map(({ part }) => iconOf(part)))].slice(0, MAX_SIGNS);
  return (
    <div className={classes.group}>
      {folds && (
        <button
          type="button"
          className={classes.head}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => choose(!open)}
        >
          <span className={classes.signs}>
            {signs.map((Icon, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: signs have no other name
              <Icon key={at} size={15} stroke={1.75} aria-hidden />
            ))}
          </span>
          <span>{t('group.steps', { count: calls.length })}</span>
          {failed > 0 && <span className={classes.failed}>{t('group.failed', { count: failed })}</span>}
          <IconChevronRight className={classes.chevron} size={14} stroke={1.75} aria-hidden />
        </button>
      )}
      <div id={id} className={classes.calls} hidden={!open}>
        {open && calls.map(({ part, index }) => <CallLine key={index} part={part} step={stepOf(part)} />)}
      </div>
    </div>
  );
}

function didFail(part: ToolPart): boolean {
  const code = outputOf(part)?.exitCode ?? 0;
  return (part.state === 'output-error' && part.consent?.decision !== 'refused') || code !== 0;
}
