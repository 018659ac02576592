import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import type { Source } from '@tandem/shared/dataset/source';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pdfPart, selectionPart } from '../../../features/source/parts.ts';
import type { Selected, SourceMark } from '../../../features/source/viewer.ts';
import { usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { useIsPhone } from '../../../ui/page/shell.ts';
import classes from './PdfReader.module.css';
import { usePageTarget } from './use-place.ts';

const noMarks: readonly SourceMark[] = [];

interface PdfReaderProps {
  source: Source;
  fileId: string;
  /** Above the pages. @param tools stand beside the ways to the original */
  head(tools: ReactNode): ReactNode;
  /** What the source is about. @param onPage shows one of the pages */
  about: ((onPage: (page: number) => void) => ReactNode) | null;
}

/** A PDF among the sources of a dataset: its pages, on which what the address leads to is marked. */
export function PdfReader({ source, fileId, head, about }: PdfReaderProps) {
  const { t } = useTranslation('dataset');
  const { name } = source;
  const isPhone = useIsPhone();
  usePreloadWhenIdle(selectionPart);
  const [isAboutShown, showAbout] = useState(!isPhone);
  const [selected, select] = useState<Selected | null>(null);
  const { target, isChanged, onPage, goTo } = usePageTarget(source);
  const label = t('reader.about');
  return (
    <article className={classes.reader}>
      {head(
        about && (
          <Tooltip label={label}>
            <ActionIcon
              variant={isAboutShown ? 'light' : 'default'}
              aria-label={label}
              aria-pressed={isAboutShown}
              onClick={() => showAbout(!isAboutShown)}
            >
              <IconFileDescription size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ),
      )}
      {isChanged && (
        <p className={classes.changed} role="status">
          {t('reader.changed')}
        </p>
      )}
      <div className={classes.body}>
        {about && isAboutShown && (
          <div className={classes.about}>
            {about((page) => {
              goTo(page);
              // There it stands above the pages, and would keep them small.
              if (isPhone) showAbout(false);
            })}
          </div>
        )}
        <div className={classes.pages}>
          <pdfPart.Part {...{ fileId, name, target, selected, onPage }} marks={noMarks} onSelect={select} />
          {selected && (
            <selectionPart.Part
              source={source}
              selected={selected}
              chat={null}
              onClose={() => {
                document.getSelection()?.removeAllRanges();
                select(null);
              }}
            />
          )}
        </div>
      </div>
    </article>
  );
}
