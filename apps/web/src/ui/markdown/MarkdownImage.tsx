import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { readAddress } from '@tandem/shared/address/address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaving } from '../address/use-leaving.tsx';
import classes from './MarkdownImage.module.css';

interface MarkdownImageProps {
  src?: string | Blob | undefined;
  alt?: string | undefined;
}

/**
 * A picture in a text. One from elsewhere is loaded only after its whole address was shown: the mere address can carry
 * away what the conversation holds.
 */
export function MarkdownImage({ src, alt = '' }: MarkdownImageProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  const { ask, dialog } = useLeaving();
  const url = urlOf(src);
  if (url === null) return <span className={classes.words}>{alt || t('markdown.image')}</span>;
  if (failed) return <span className={classes.words}>{t('markdown.imageFailed')}</span>;
  const isOwn = url.origin === location.origin;
  if (isOwn || wanted) {
    return (
      <img
        className={classes.image}
        src={url.href}
        alt={alt}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhoto size={15} stroke={1.75} />}
        onClick={() => ask({ href: url.href, load: () => setWanted(true) })}
        title={url.href}
      >
        {t('markdown.loadImage', { host: url.host })}
        {alt && <span className={classes.alt}>{alt}</span>}
      </Button>
      {dialog}
    </>
  );
}

/** The address of our own files, and of pictures elsewhere; other addresses of ours are calls. */
function urlOf(src: unknown): URL | null {
  const address = typeof src === 'string' ? readAddress(src, location.origin) : null;
  if (address?.kind !== 'file' && address?.kind !== 'elsewhere') return null;
  const url = new URL(address.url, location.origin);
  return address.kind === 'file' || url.protocol === 'https:' ? url : null;
}
