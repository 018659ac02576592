import { Tooltip } from '@mantine/core';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import { cursorColour } from '@tandem/shared/document/schema';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import classes from './ReaderFaces.module.css';

/** Faces shown; the others are counted. */
const SHOWN = 3;

interface ReaderFacesProps {
  readers: readonly SourceReader[];
  /** Edge of a face in pixels. */
  size: number;
  /** Goes to the page that somebody reads; absent: the faces are pictures only. */
  onGo?: (reader: SourceReader) => void;
}

/** Faces of other people who read here, each in the colour of their marks. */
export function ReaderFaces({ readers, size, onGo }: ReaderFacesProps) {
  const { t } = useTranslation('source');
  if (readers.length === 0) return null;
  return (
    <span className={classes.faces} data-readers>
      {readers.slice(0, SHOWN).map((reader) => {
        const { id, name, avatar } = reader.person;
        const style: CSSProperties & Record<'--reader', string> = { '--reader': cursorColour(id) };
        const face = <Portrait name={name} avatar={avatar} size={size} />;
        const label = onGo ? t('readers.go', { name, page: reader.page }) : t('readers.here', { name });
        return (
          <Tooltip key={id} label={label}>
            {onGo ? (
              <button
                type="button"
                className={classes.face}
                style={style}
                aria-label={label}
                onClick={() => onGo(reader)}
              >
                {face}
              </button>
            ) : (
              <span role="img" aria-label={label} className={classes.face} style={style}>
                {face}
              </span>
            )}
          </Tooltip>
        );
      })}
      {readers.length > SHOWN && <More others={readers.slice(SHOWN)} />}
    </span>
  );
}

/** How many there are besides those shown, and who. */
function More({ others }: { others: readonly SourceReader[] }) {
  const { t } = useTranslation('source');
  const label = t('readers.more', {
    count: others.length,
    names: others.map(({ person }) => person.name).join(', '),
  });
  return (
    <Tooltip label={label} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" aria-label={label} className={classes.more}>
        +{others.length}
      </button>
    </Tooltip>
  );
}
