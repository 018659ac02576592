import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Checkbox, Progress } from '@mantine/core';
import type { Source } from '@tandem/shared/dataset/source';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSourceState } from '../../../entities/dataset/state.ts';
import { useFileSize } from '../../../ui/files/file-size.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { SourceIcon } from './SourceIcon.tsx';
import { SourceMenu } from './SourceMenu.tsx';
import classes from './SourceRow.module.css';
import type { Selection } from './use-selection.ts';

interface SourceRowProps {
  source: Source;
  mayChange: boolean;
  isSelected: boolean;
  onToggle: Selection['toggle'];
}

/** One entry of a list of sources: what it is, where it stands, and what can be done with it. */
export const SourceRow = memo(function SourceRow(props: SourceRowProps) {
  const { source, mayChange, isSelected, onToggle } = props;
  const { t } = useTranslation(['dataset', 'source']);
  const sizeOf = useFileSize();
  const stateOf = useSourceState();
  const { id, kind, name, status, pages, done, scans, recognised, file } = source;
  const state = stateOf(source);
  return (
    <li
      className={classes.row}
      data-selected={isSelected || undefined}
      data-readonly={!mayChange || undefined}
    >
      {mayChange && (
        <Checkbox
          size="xs"
          className={classes.check ?? ''}
          checked={isSelected}
          aria-label={t('select.one', { name })}
          // A change event does not tell whether Shift is held.
          onClick={(event) => onToggle(id, event.currentTarget.checked, event.shiftKey)}
          onChange={() => {}}
        />
      )}
      <SourceIcon kind={kind} file={file} />
      <Link className={classes.name} to={`?${kind === 'folder' ? 'folder' : 'source'}=${id}`} title={name}>
        {name}
      </Link>
      <span className={classes.state} data-status={status}>
        <span>{state}</span>
        {status === 'reading' && (
          <Progress
            size={3}
            value={pages ? (100 * (done + recognised)) / (pages + scans) : 0}
            aria-label={t('source:state.progressOf', { name })}
          />
        )}
      </span>
      <span className={classes.size}>{file && sizeOf(file.size)}</span>
      <RelativeTime className={classes.time} date={source.changedAt} />
      <SourceMenu source={source} mayChange={mayChange} />
    </li>
  );
});
