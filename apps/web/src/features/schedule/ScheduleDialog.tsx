import { Button, Text } from '@mantine/core';
import type { Schedule, ScheduleWithToken } from '@tandem/shared/schedule/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { TallModal } from '../../ui/form/TallModal.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import classes from './Schedule.module.css';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleRow } from './ScheduleRow.tsx';
import { WebhookAddress } from './WebhookAddress.tsx';

interface ScheduleDialogProps {
  channelId: string;
  canEdit: boolean;
  onClose(): void;
}

/** The schedules of an agent's channel, and the form of one. */
export default function ScheduleDialog({ channelId, canEdit, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('schedule');
  const list = trpc.schedule.list.useQuery({ channelId }, { trpc: { context: { silent: true } } });
  const [edited, edit] = useState<Schedule | 'new' | null>(null);
  const [path, showPath] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const isList = edited === null && path === null;
  const wasList = useRef(true);
  // What was focused went with the form, or with the address.
  useEffect(() => {
    if (isList && !wasList.current) add.current?.focus();
    wasList.current = isList;
  }, [isList]);
  const schedules = list.data?.list ?? [];
  const refresh = () => void list.refetch();
  const done = ({ webhookPath }: ScheduleWithToken) => {
    edit(null);
    showPath(webhookPath);
    refresh();
  };
  return (
    <TallModal
      height="32rem"
      size="lg"
      title={t(edited === null ? 'title' : edited === 'new' ? 'add' : 'change')}
      closeOnClickOutside={isList}
      onClose={onClose}
    >
      <div className={classes.body}>
        {path !== null && <WebhookAddress path={path} onDone={() => showPath(null)} />}
        {edited !== null ? (
          <ScheduleForm
            channelId={channelId}
            schedule={edited === 'new' ? null : edited}
            onCancel={() => edit(null)}
            onDone={done}
          />
        ) : (
          <>
            {canEdit && (
              <Button ref={add} className={classes.add ?? ''} onClick={() => edit('new')}>
                {t('add')}
              </Button>
            )}
            {list.isPending && <Loading />}
            {list.error && schedules.length === 0 && (
              <div role="alert">
                <p>{describeError(list.error)}</p>
                <Button variant="default" onClick={refresh}>
                  {t('again')}
                </Button>
              </div>
            )}
            {list.isSuccess && schedules.length === 0 && <Text c="dimmed">{t('none')}</Text>}
            {schedules.length > 0 && (
              <ul className={classes.list} aria-label={t('title')}>
                {schedules.map((schedule) => (
                  <ScheduleRow
                    key={schedule.id}
                    schedule={schedule}
                    onEdit={() => edit(schedule)}
                    onPath={showPath}
                    onChange={refresh}
                    onRemoved={() => add.current?.focus()}
                    onLeave={onClose}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </TallModal>
  );
}
