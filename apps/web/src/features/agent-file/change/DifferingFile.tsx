import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { AgentFileDifference, DifferingAgentFile } from '@tandem/shared/agent/file';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../../lib/trpc.ts';
import { LineDifference } from '../../../ui/difference/LineDifference.tsx';
import classes from './ChangesTab.module.css';

/** Lines of a difference that are shown at once; longer ones open on request. */
const MANY = 400;

interface DifferingFileProps {
  channelId: string;
  file: DifferingAgentFile;
  /** The states that are compared. */
  between: Pick<AgentFileDifference, 'from' | 'to'>;
  layout: 'unified' | 'split';
  /** Null for readers who may not. */
  onRestore: (() => void) | null;
}

/** A file that differs: how, and by which lines. */
export function DifferingFile({ channelId, file, between, layout, onRestore }: DifferingFileProps) {
  const { t } = useTranslation('agent');
  const id = useId();
  const size = file.hunks?.reduce((sum, { lines }) => sum + lines.length, 0) ?? 0;
  const [isOpen, setOpen] = useState(size <= MANY);
  const [isAsked, ask] = useState(false);
  // Beyond the bounds of one comparison, a file is compared alone.
  const alone = trpc.agentFile.difference.useQuery(
    {
      channelId,
      of: { from: between.from, ...(between.to !== null && { to: between.to }) },
      path: file.path,
    },
    { enabled: isAsked && file.hunks === null, trpc: { context: { silent: true } } },
  ).data?.files[0]?.hunks;
  const hunks = file.hunks ?? alone ?? null;
  const count = (sign: string) =>
    hunks?.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0) ?? 0;
  return (
    <section className={classes.file}>
      <header className={classes.head}>
        <button
          type="button"
          className={classes.opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={14} stroke={1.75} aria-hidden />
          <span className={classes.path}>{file.path}</span>
          <span className={classes.kind} data-kind={file.kind}>
            {t(`change.${file.kind}`)}
          </span>
        </button>
        {hunks && (
          <span className={classes.counts} aria-hidden>
            <ins>+{count('+')}</ins> <del>−{count('-')}</del>
          </span>
        )}
        {onRestore && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onRestore}>
            {t('change.restoreFile')}
          </Button>
        )}
      </header>
      <div id={id} hidden={!isOpen}>
        {isOpen &&
          (hunks ? (
            <LineDifference label={file.path} hunks={hunks} layout={layout} />
          ) : (
            <p className={classes.note}>
              {t('change.binary')}{' '}
              {!isAsked && (
                <Button size="compact-xs" variant="default" onClick={() => ask(true)}>
                  {t('change.load')}
                </Button>
              )}
            </p>
          ))}
      </div>
    </section>
  );
}
