import { IconRefresh, IconX } from '@tabler/icons-react';
import type { FileReading } from '@tandem/shared/file/reading';
import { useTranslation } from 'react-i18next';
import { describeUpload } from '../../../lib/upload.ts';
import { FileIcon } from '../../../ui/files/FileIcon.tsx';
import { useFileSize } from '../../../ui/files/file-size.ts';
import classes from './AttachmentList.module.css';
import type { Attachment, Attachments } from './attachments.ts';

interface AttachmentListProps {
  attachments: Attachments;
  items: readonly Attachment[];
  tooMany: boolean;
}

/** The attachments of the message: images as thumbnails, other files by name, each with its progress. */
export default function AttachmentList({ attachments, items, tooMany }: AttachmentListProps) {
  const { t } = useTranslation('file');
  return (
    <div className={classes.place}>
      <ul className={classes.list} aria-label={t('attached')}>
        {items.map((item) => (
          <Item key={item.key} item={item} attachments={attachments} />
        ))}
      </ul>
      {tooMany && (
        <p className={classes.problem} role="alert">
          {t('tooMany', { count: 10 })}
        </p>
      )}
    </div>
  );
}

function Item({ item, attachments }: { item: Attachment; attachments: Attachments }) {
  const { t } = useTranslation('file');
  const sizeOf = useFileSize();
  const { key, name, preview, status, progress, error } = item;
  const isPicture = preview !== null && status !== 'failed';
  const percent = Math.round(progress * 100);
  const reading = useReading(item.reading);
  const words =
    status === 'failed'
      ? describeUpload(error)
      : status === 'uploading'
        ? t('percent', { percent })
        : (reading ?? sizeOf(item.size));
  return (
    <li
      className={classes.item}
      data-picture={isPicture || undefined}
      data-status={status}
      data-unread={item.reading?.status === 'failed' || undefined}
    >
      {isPicture ? (
        <img className={classes.preview} src={preview} alt={name} />
      ) : (
        <>
          <FileIcon mediaType={item.mediaType} />
          <span className={classes.words}>
            <span className={classes.name} title={name}>
              {name}
            </span>
            <span className={classes.state} role={status === 'failed' ? 'alert' : undefined}>
              {words}
            </span>
          </span>
        </>
      )}
      {status === 'uploading' && <Ring progress={progress} label={t('uploading', { name, percent })} />}
      {status === 'failed' && (
        <button
          type="button"
          className={classes.retry}
          onClick={() => attachments.retry(key)}
          aria-label={t('retry', { name })}
          title={t('retryHint')}
        >
          <IconRefresh size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={classes.remove}
        onClick={(event) => {
          const field = event.currentTarget.closest('form')?.querySelector('textarea');
          attachments.remove(key);
          field?.focus({ preventScroll: true });
        }}
        aria-label={t(status === 'uploading' ? 'cancel' : 'remove', { name })}
        title={t(status === 'uploading' ? 'cancelHint' : 'removeHint')}
      >
        <IconX size={12} stroke={2.25} aria-hidden />
      </button>
    </li>
  );
}

/** How far the text of a file has been read, or why it cannot be; null where that says nothing. */
function useReading(reading: FileReading | null): string | null {
  const { t } = useTranslation('file');
  if (!reading) return null;
  const { status, pages, done, problem } = reading;
  if (status === 'failed') return t(`problem.${problem ?? 'broken'}`);
  if (status === 'ready') return pages === null ? null : t('pages', { count: pages });
  if (status === 'unreadable') return null;
  return pages === null ? t('reading') : t('readingPages', { done, count: pages });
}

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

function Ring({ progress, label }: { progress: number; label: string }) {
  return (
    <svg
      className={classes.ring}
      viewBox="0 0 24 24"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(progress * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <circle cx="12" cy="12" r={RADIUS} className={classes.track} />
      <circle
        cx="12"
        cy="12"
        r={RADIUS}
        className={classes.done}
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - Math.max(0.04, progress))}
      />
    </svg>
  );
}
