import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadOf } from './address.ts';
import { useFileSize } from './file-size.ts';
import classes from './Lightbox.module.css';
import { closeLightbox, stepLightbox, useLightbox } from './lightbox.ts';

/** One image as large as the window allows; arrows show the others, Esc or a click outside closes it. */
export default function Lightbox() {
  const { t } = useTranslation('file');
  const sizeOf = useFileSize();
  const { pictures, at } = useLightbox();
  const several = pictures.length > 1;

  useEffect(() => {
    if (!several) return;
    // On the window: wherever the focus is, there is nothing else to see.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') stepLightbox(1);
      if (key === 'ArrowLeft') stepLightbox(-1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [several]);

  const part = at === null ? undefined : pictures[at];
  if (!part || at === null) return null;
  const name = part.filename ?? t('picture');
  return (
    <Modal.Root opened onClose={closeLightbox} fullScreen padding={0} radius={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={name} className={classes.content ?? ''}>
        <Modal.Body className={classes.body ?? ''}>
          <header className={classes.head}>
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.facts}>
                {[
                  ...(several ? [t('place', { at: at + 1, count: pictures.length })] : []),
                  ...(part.width && part.height ? [`${part.width} × ${part.height}`] : []),
                  ...(part.size === undefined ? [] : [sizeOf(part.size)]),
                ].join(' · ')}
              </span>
            </span>
            <a
              className={classes.action}
              href={downloadOf(part)}
              download={name}
              aria-label={t('save', { name })}
              title={t('saveHint')}
            >
              <IconDownload size={18} stroke={1.75} aria-hidden />
            </a>
            <button
              type="button"
              className={classes.action}
              onClick={closeLightbox}
              aria-label={t('close')}
              data-autofocus
            >
              <IconX size={18} stroke={1.75} aria-hidden />
            </button>
          </header>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc and the button close it as well */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <div
            className={classes.stage}
            onClick={(event) => {
              if (event.target === event.currentTarget) closeLightbox();
            }}
          >
            {several && (
              <button
                type="button"
                className={classes.step}
                onClick={() => stepLightbox(-1)}
                aria-label={t('previous')}
              >
                <IconChevronLeft size={22} stroke={1.75} aria-hidden />
              </button>
            )}
            <img
              key={part.url}
              className={classes.picture}
              src={part.url}
              alt={part.alt ?? name}
              width={part.width}
              height={part.height}
            />
            {several && (
              <button
                type="button"
                className={classes.step}
                data-next
                onClick={() => stepLightbox(1)}
                aria-label={t('next')}
              >
                <IconChevronRight size={22} stroke={1.75} aria-hidden />
              </button>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
