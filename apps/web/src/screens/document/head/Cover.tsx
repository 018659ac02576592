import { Button } from '@mantine/core';
import { IconArrowsMoveVertical } from '@tabler/icons-react';
import { type DocumentAppearance, isCoverFile, isGradient } from '@tandem/shared/document/appearance';
import { fileUrl } from '@tandem/shared/file/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAppearance } from '../appearance.ts';
import classes from './Cover.module.css';
import { CoverChoice } from './CoverChoice.tsx';
import { CoverPlace } from './CoverPlace.tsx';
import gradients from './Gradients.module.css';

interface CoverProps {
  documentId: string;
  appearance: DocumentAppearance;
  canChange: boolean;
}

/** The cover of a document; renders nothing without one. */
export function Cover({ documentId, appearance, canChange }: CoverProps) {
  const { t } = useTranslation('document');
  const { cover } = appearance;
  // While it is being chosen which part of the picture is shown: 0 its top, 100 its bottom.
  const [placed, setPlaced] = useState<number | null>(null);
  const place = useRef<HTMLButtonElement>(null);
  if (cover === '') return null;
  const isPicture = isCoverFile(cover);
  const finish = (coverY: number | null) => {
    setPlaced(null);
    if (coverY !== null && coverY !== appearance.coverY) void changeAppearance(documentId, { coverY });
    // Its button comes back with the next picture of the screen.
    requestAnimationFrame(() => place.current?.focus());
  };
  return (
    <div className={classes.cover} data-document-cover>
      {isGradient(cover) && <div className={`${classes.fill} ${gradients.gradient}`} data-gradient={cover} />}
      {isPicture && (
        <img
          key={cover}
          className={classes.fill}
          src={fileUrl(cover)}
          alt=""
          draggable={false}
          style={{ objectPosition: `50% ${placed ?? appearance.coverY}%` }}
        />
      )}
      {canChange && placed !== null && <CoverPlace value={placed} onChange={setPlaced} onFinish={finish} />}
      {canChange && placed === null && (
        <div className={classes.actions}>
          {isPicture && (
            <Button
              ref={place}
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowsMoveVertical size={16} stroke={1.75} aria-hidden />}
              onClick={() => setPlaced(appearance.coverY)}
            >
              {t('cover.place')}
            </Button>
          )}
          <CoverChoice documentId={documentId} cover={cover} />
        </div>
      )}
    </div>
  );
}
