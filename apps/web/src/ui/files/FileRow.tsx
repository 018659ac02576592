import { IconDownload, IconEye } from '@tabler/icons-react';
import type { FilePart } from '@tandem/shared/message/parts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../page/lazy-part.tsx';
import { downloadOf, isOwnFile, outsideOf } from './address.ts';
import { FileIcon } from './FileIcon.tsx';
import classes from './FileList.module.css';
import { useFileSize } from './file-size.ts';

const preview = lazyPart('text-preview', () => import('./TextPreview.tsx'));

/** One file: name, type, size, a preview for text, and a download button. */
export function FileRow({ part }: { part: FilePart }) {
  const { t } = useTranslation('file');
  const sizeOf = useFileSize();
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = part.filename ?? t('unnamed');
  const own = isOwnFile(part.url);
  const href = own ? downloadOf(part) : outsideOf(part);
  const isText = own && /^text\/|^application\/json$/.test(part.mediaType);
  return (
    <div className={classes.row} data-open={open || undefined}>
      <div className={classes.line}>
        <FileIcon mediaType={part.mediaType} />
        <span className={classes.words}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          {part.size !== undefined && <span className={classes.size}>{sizeOf(part.size)}</span>}
        </span>
        {isText && (
          <button
            type="button"
            className={classes.action}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('look', { name })}
            title={t('lookHint')}
            onClick={() => setOpen(!open)}
          >
            <IconEye size={17} stroke={1.75} aria-hidden />
          </button>
        )}
        {href !== null && (
          <a
            className={classes.action}
            href={href}
            {...(own ? { download: name } : { target: '_blank', rel: 'noopener noreferrer nofollow' })}
            aria-label={t('save', { name })}
            title={t('saveHint')}
          >
            <IconDownload size={17} stroke={1.75} aria-hidden />
          </a>
        )}
      </div>
      <div id={id}>{open && <preview.Part url={part.url} name={name} />}</div>
    </div>
  );
}
