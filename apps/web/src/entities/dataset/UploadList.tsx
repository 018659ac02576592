import { ActionIcon, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { describeUpload } from '../../lib/upload.ts';
import classes from './UploadList.module.css';
import type { Uploads } from './uploads.ts';

/** Failed uploads that are listed; of more only the number is told. */
const LISTED = 20;

interface UploadListProps {
  uploads: Uploads;
  className?: string | undefined;
}

/** How far the uploads are, and which failed and why. */
export function UploadList({ uploads, className = '' }: UploadListProps) {
  const { t } = useTranslation('source');
  const { items, added } = useStore(uploads.store);
  const going = items.filter(({ status }) => status !== 'failed');
  const failed = items.filter(({ status }) => status === 'failed');
  const isGoing = going.length > 0;

  if (items.length === 0) return null;
  const count = going.length + added;
  const share = (added + going.reduce((sum, { progress }) => sum + progress, 0)) / Math.max(1, count);
  return (
    <section className={`${classes.uploads} ${className}`} aria-label={t('upload.label')}>
      {isGoing && (
        <div className={classes.going}>
          <div className={classes.line}>
            <span className={classes.name}>
              {count === 1
                ? t('upload.one', { name: going[0]?.path })
                : t('upload.going', { done: added, count })}
            </span>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => uploads.stop()}>
              {t('upload.stop')}
            </Button>
          </div>
          <Progress size={4} value={100 * share} aria-label={t('upload.label')} />
        </div>
      )}
      {failed.length > 0 && (
        <ul className={classes.failed} aria-label={t('upload.failed', { count: failed.length })}>
          {failed.slice(0, LISTED).map(({ key, path, error, resumes }) => (
            <li key={key}>
              <span className={classes.name}>{path}</span>
              <span className={classes.why} data-waits={resumes || undefined} role="alert">
                {resumes ? t('upload.resumes') : describeUpload(error)}
              </span>
              <ActionIcon
                aria-label={t('upload.again', { name: path })}
                title={t('retry')}
                onClick={() => uploads.retry(key)}
              >
                <IconRefresh size={16} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('upload.dismiss', { name: path })}
                title={t('upload.dismissHint')}
                onClick={() => uploads.remove(key)}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
          {failed.length > LISTED && <li>{t('upload.more', { count: failed.length - LISTED })}</li>}
        </ul>
      )}
    </section>
  );
}
