import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { AgentFileState } from '@tandem/shared/agent/file';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreAgentFiles } from '../../../entities/agent-file/actions.ts';
import { useFileStates } from '../../../entities/run/queries.ts';
import { toast } from '../../../lib/toasts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import classes from './ChangesTab.module.css';

interface StateListProps {
  channelId: string;
  mayEdit: boolean;
  onState(manifestId: string): void;
}

/** The states that the files were in, newest first; each can be looked at and made the newest again. */
export function StateList({ channelId, mayEdit, onState }: StateListProps) {
  const { t } = useTranslation('agent');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [restoring, restore] = useState<string | null>(null);
  const states = useFileStates(channelId, isOpen);
  const list = states.data?.pages.flatMap((page) => page.list);
  return (
    <section className={classes.states}>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        {t('change.states')}
      </button>
      <div id={id} hidden={!isOpen}>
        {states.error && <ListProblem error={states.error} onRetry={() => void states.refetch()} />}
        {isOpen && !list && !states.error && <Loading />}
        <ol className={classes.history}>
          {list?.map((state, at) => (
            <li key={state.id}>
              <span className={classes.what}>
                <StateWords state={state} />
                <RelativeTime date={state.createdAt} />
              </span>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onState(state.id)}>
                {t('panel.files')}
              </Button>
              {mayEdit && at > 0 && (
                <Button size="compact-xs" variant="subtle" color="gray" onClick={() => restore(state.id)}>
                  {t('change.restoreConfirm')}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {states.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={states.isFetchingNextPage}
            onClick={() => void states.fetchNextPage()}
          >
            {t('runs.more')}
          </Button>
        )}
      </div>
      {restoring !== null && (
        <ConfirmDialog
          tellsProblem
          title={t('change.restoreTitle')}
          words={t('change.restoreWords')}
          confirm={t('change.restoreConfirm')}
          onClose={() => restore(null)}
          onConfirm={async () => {
            await restoreAgentFiles(channelId, restoring);
            toast.success(t('change.restored'));
          }}
        />
      )}
    </section>
  );
}

function StateWords({ state: { kind, author, files, step } }: { state: AgentFileState }) {
  const { t } = useTranslation('agent');
  const name = author?.name || t('change.someone');
  return (
    <span>
      {kind === 'step' && step !== null
        ? t('change.step', { count: step + 1 })
        : t(`change.state.${kind}`, { name })}
      {' · '}
      {t('change.files', { count: files })}
    </span>
  );
}
