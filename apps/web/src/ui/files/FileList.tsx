import { isShownImage } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOwnFile, thumbnailOf } from './address.ts';
import classes from './FileList.module.css';
import { FileRow } from './FileRow.tsx';
import { preloadLightbox } from './LightboxHost.tsx';
import { openLightbox } from './lightbox.ts';

/** Pixels that one picture alone takes at most. */
const ALONE = { width: 420, height: 320 };

interface FileListProps {
  parts: readonly FilePart[];
  /** The side on which they are aligned. */
  side?: 'start' | 'end';
}

/** Files of a message: pictures as pictures, which open large, and all others as rows to look at or save. */
export function FileList({ parts, side = 'start' }: FileListProps) {
  const { t } = useTranslation('file');
  if (parts.length === 0) return null;
  const pictures = parts.filter(({ mediaType, url }) => isShownImage(mediaType) && isOwnFile(url));
  const others = parts.filter((part) => !pictures.includes(part));
  return (
    <div className={classes.files} data-side={side}>
      {pictures.length > 0 && (
        <ul
          className={classes.pictures}
          data-alone={pictures.length === 1 || undefined}
          aria-label={t('pictures')}
        >
          {pictures.map((part, index) => (
            <li key={part.url} style={pictures.length === 1 ? spaceOf(part) : undefined}>
              <button
                type="button"
                className={classes.picture}
                onClick={() => openLightbox(pictures, index)}
                onPointerEnter={preloadLightbox}
                onFocus={preloadLightbox}
                aria-label={t('open', { name: part.filename ?? t('picture') })}
              >
                <Picture part={part} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.rows} aria-label={t('files')}>
          {others.map((part) => (
            <li key={part.url}>
              <FileRow part={part} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A picture that cannot be loaded says so by its name. */
function Picture({ part }: { part: FilePart }) {
  const { t } = useTranslation('file');
  const [failed, setFailed] = useState(false);
  const name = part.filename ?? t('picture');
  if (failed) return <span className={classes.broken}>{t('broken', { name })}</span>;
  return (
    <img
      src={thumbnailOf(part)}
      alt={part.alt ?? name}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}

/** The room that a picture will take, so that nothing moves when it comes. */
function spaceOf({ width = ALONE.width, height = ALONE.height }: FilePart) {
  const scale = Math.min(1, ALONE.width / width, ALONE.height / height);
  return { width: Math.max(48, Math.round(width * scale)), aspectRatio: `${width} / ${height}` };
}
