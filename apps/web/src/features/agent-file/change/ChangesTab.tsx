import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconFileDiff } from '@tabler/icons-react';
import type { AgentFileDifference, DifferingAgentFile } from '@tandem/shared/agent/file';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeAgentFile, restoreAgentFiles } from '../../../entities/agent-file/actions.ts';
import { nameOf } from '../../../entities/agent-file/address.ts';
import { useRun, useRuns } from '../../../entities/run/queries.ts';
import { readLocal, writeLocal } from '../../../lib/storage/storage.ts';
import { toast } from '../../../lib/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import classes from './ChangesTab.module.css';
import { DifferingFile } from './DifferingFile.tsx';
import { StateList } from './StateList.tsx';

/** What is compared: a run, one of its steps, or everything; null for the newest run. */
export type Compared = { runId: string; step: number | null } | 'all' | null;

export interface ChangesTabProps {
  channelId: string;
  mayEdit: boolean;
  compared: Compared;
  onCompare(compared: Compared): void;
  /** Shows the files of an earlier state. */
  onState(manifestId: string): void;
}

const LAYOUT_KEY = 'agent-difference';
/** Pixels from which two columns have room. */
const WIDE = 560;

/** What runs and people changed in the files, by line, and the way back. */
export default function ChangesTab({ channelId, mayEdit, compared, onCompare, onState }: ChangesTabProps) {
  const { t } = useTranslation('agent');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [layout, setLayout] = useState<'unified' | 'split'>(() =>
    readLocal(LAYOUT_KEY) === 'split' ? 'split' : 'unified',
  );
  const [restoring, restore] = useState<DifferingAgentFile | 'all' | null>(null);
  const runs = useRuns(channelId).data?.pages.flatMap(({ list }) => list) ?? [];
  // A queued one has changed nothing yet.
  const begun = runs.filter(({ status }) => status !== 'queued');
  const runId = compared === 'all' ? null : (compared?.runId ?? begun[0]?.id ?? null);
  const step = compared === 'all' || compared === null ? null : compared.step;
  const steps = useRun(channelId, runId).data?.trace ?? [];
  const of =
    compared === 'all' || runId === null ? { from: null } : { runId, ...(step !== null && { step }) };
  const { data, error, refetch } = trpc.agentFile.difference.useQuery(
    { channelId, of },
    { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { silent: true } } },
  );
  const shown = width >= WIDE ? layout : 'unified';
  return (
    <div className={classes.tab} ref={ref}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          className={classes.choice ?? ''}
          aria-label={t('change.of')}
          value={compared === 'all' || runId === null ? 'all' : runId}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onCompare(value === 'all' ? 'all' : { runId: value, step: null });
          }}
          data={[
            ...begun.map(({ id, task }) => ({ value: id, label: short(task) })),
            { value: 'all', label: t('change.all') },
          ]}
        />
        {runId !== null && steps.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('runs.slider')}
            value={step === null ? '' : String(step)}
            onChange={(event) => {
              const { value } = event.currentTarget;
              onCompare({ runId, step: value === '' ? null : Number(value) });
            }}
            data={[
              { value: '', label: t('change.whole') },
              ...steps.map(({ index }) => ({
                value: String(index),
                label: t('change.step', { count: index + 1 }),
              })),
            ]}
          />
        )}
        {width >= WIDE && (
          <SegmentedControl
            size="xs"
            aria-label={t('change.layout')}
            value={layout}
            onChange={(next) => {
              writeLocal(LAYOUT_KEY, next);
              setLayout(next === 'split' ? 'split' : 'unified');
            }}
            data={[
              { value: 'unified', label: t('change.unified') },
              { value: 'split', label: t('change.split') },
            ]}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.list} tabIndex={0} aria-label={t('panel.changes')}>
        {error && <ListProblem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (
          <Files
            channelId={channelId}
            difference={data}
            layout={shown}
            onRestore={mayEdit ? restore : null}
          />
        )}
        <StateList channelId={channelId} mayEdit={mayEdit} onState={onState} />
      </section>
      {restoring !== null && data && (
        <ConfirmDialog
          tellsProblem
          title={
            restoring === 'all'
              ? t('change.restoreTitle')
              : t('change.restoreFileTitle', { name: nameOf(restoring.path) })
          }
          words={t(restoring === 'all' ? 'change.undoWords' : 'change.restoreFileWords')}
          confirm={t('change.restoreConfirm')}
          onClose={() => restore(null)}
          onConfirm={async () => {
            await undo(channelId, data, restoring);
            toast.success(t('change.restored'));
          }}
        />
      )}
    </div>
  );
}

interface FilesProps {
  channelId: string;
  difference: AgentFileDifference;
  layout: 'unified' | 'split';
  /** Null for readers who may not. */
  onRestore: ((restored: DifferingAgentFile | 'all') => void) | null;
}

function Files({ channelId, difference, layout, onRestore }: FilesProps) {
  const { t } = useTranslation('agent');
  const { files, count, from } = difference;
  if (count === 0)
    return (
      <div className={classes.empty}>
        <IconFileDiff size={36} stroke={1.25} aria-hidden />
        <h3>{t('change.none')}</h3>
        <p>{t('change.noneWords')}</p>
      </div>
    );
  return (
    <>
      <div className={classes.sum}>
        <span>{t('change.count', { count })}</span>
        {onRestore && from !== null && (
          <Button size="compact-xs" variant="default" onClick={() => onRestore('all')}>
            {t('change.undo')}
          </Button>
        )}
      </div>
      {files.map((file) => (
        <DifferingFile
          key={file.path}
          channelId={channelId}
          file={file}
          between={difference}
          layout={layout}
          onRestore={onRestore && (() => onRestore(file))}
        />
      ))}
      {count > files.length && <p className={classes.note}>{t('change.only', { count: files.length })}</p>}
    </>
  );
}

/** Makes files as they were before what is shown. */
function undo(
  channelId: string,
  { from }: AgentFileDifference,
  restored: DifferingAgentFile | 'all',
): Promise<void> {
  if (restored === 'all') return from === null ? Promise.resolve() : restoreAgentFiles(channelId, from);
  // What was not there before goes.
  if (restored.kind === 'added' || from === null) return removeAgentFile(channelId, restored.path);
  return restoreAgentFiles(channelId, from, restored.path);
}

/** Most characters of a task in the list. */
const MAX_TASK = 60;

function short(task: string): string {
  const line = task.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TASK ? `${line.slice(0, MAX_TASK)}…` : line;
}
