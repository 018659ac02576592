import { IconFile } from '@tabler/icons-react';
import type { FilePart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import classes from './FileView.module.css';

/** Only our own files and inline pictures are loaded; another host would learn who reads. */
function isOwn(url: string): boolean {
  return (
    /^(\/(?!\/)|data:image\/(png|jpeg|gif|webp|avif);|blob:)/.test(url) || url.startsWith(location.origin)
  );
}

/** A picture in an answer, or a link to another kind of file. */
export function FileView({ part }: { part: FilePart }) {
  const { t } = useTranslation('chat');
  const name = part.filename ?? t('file.unnamed');
  if (part.mediaType.startsWith('image/') && isOwn(part.url))
    return (
      <img className={classes.image} src={part.url} alt={part.filename ?? t('file.image')} loading="lazy" />
    );
  return (
    <a className={classes.file} href={part.url} target="_blank" rel="noopener noreferrer nofollow">
      <IconFile size={16} stroke={1.75} aria-hidden />
      {name}
    </a>
  );
}
