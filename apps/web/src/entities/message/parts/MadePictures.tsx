import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { Aspect } from '@tandem/shared/image/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadOf, isOwnFile } from '../../../ui/files/address.ts';
import { preloadLightbox } from '../../../ui/files/LightboxHost.tsx';
import { openLightbox } from '../../../ui/files/lightbox.ts';
import { takeAsInput } from '../composer/input.ts';
import { ConversationContext } from '../context.ts';
import { focusComposer } from '../focus.ts';
import { useAction } from '../use-action.ts';
import classes from './MadePictures.module.css';

/** Aspect ratios of images being generated. */
const ratios: Record<Aspect, number> = { square: 1, landscape: 1.5, portrait: 2 / 3 };

interface MadePicturesProps {
  parts: readonly FilePart[];
  /** Places for pictures that are still to come. */
  pending?: number;
  aspect?: Aspect;
}

/** Pictures that a model made: each opens large, can be saved, and can be the beginning of the next. */
export default function MadePictures({ parts, pending = 0, aspect = 'square' }: MadePicturesProps) {
  const { t } = useTranslation('image');
  const own = parts.filter(({ url }) => isOwnFile(url));
  const places = Array.from({ length: pending }, (_, index) => index);
  return (
    <ul
      className={classes.pictures}
      data-three={own.length + pending === 3 || undefined}
      data-alone={own.length + pending === 1 || undefined}
      aria-label={t('title')}
    >
      {own.map((part, index) => (
        <li key={part.url} style={{ aspectRatio: ratioOf(part) }}>
          <MadePicture part={part} onOpen={() => openLightbox(own, index)} />
        </li>
      ))}
      {places.map((place) => (
        <li key={place} className={classes.pending} style={{ aspectRatio: ratios[aspect] }}>
          <span role="img" aria-label={t('pending')} />
        </li>
      ))}
    </ul>
  );
}

function MadePicture({ part, onOpen }: { part: FilePart; onOpen(): void }) {
  const { t } = useTranslation('image');
  // There is none around what somebody only tries out.
  const conversation = useContext(ConversationContext);
  const { run, busy, problem } = useAction();
  const [failed, setFailed] = useState(false);
  const name = part.alt || part.filename || t('title');
  const fileId = fileIdOf(part.url);
  const take = async () => {
    if (!conversation || fileId === null) return;
    if (await run(() => takeAsInput(conversation.store.channelId, fileId))) focusComposer();
  };
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        onClick={onOpen}
        onPointerEnter={preloadLightbox}
        onFocus={preloadLightbox}
        aria-label={t('open', { name: short(name) })}
      >
        {failed ? (
          <span className={classes.broken}>{t('broken', { name: short(name) })}</span>
        ) : (
          <img src={part.url} alt={name} decoding="async" onError={() => setFailed(true)} />
        )}
      </button>
      <span className={classes.actions}>
        {conversation?.canSend && !conversation.archived && fileId !== null && (
          <button
            type="button"
            disabled={busy}
            onClick={take}
            aria-label={t('useAsInput', { name: short(name) })}
            title={t('useAsInputHint')}
          >
            <IconArrowBackUp size={17} stroke={1.75} aria-hidden />
          </button>
        )}
        <a
          href={downloadOf(part)}
          download={part.filename ?? ''}
          aria-label={t('save', { name: short(name) })}
          title={t('saveHint')}
        >
          <IconDownload size={17} stroke={1.75} aria-hidden />
        </a>
      </span>
      {problem && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function ratioOf({ width, height }: FilePart): number {
  return width && height ? width / height : 1;
}

/** A prompt may be long; a button is not. */
function short(name: string): string {
  return name.length <= 80 ? name : `${name.slice(0, 79).trimEnd()}…`;
}
