import type { BlockHead, DifferenceEntry } from '@tandem/shared/version/difference';
import { useTranslation } from 'react-i18next';
import classes from './DifferenceView.module.css';

/** Changes of a block other than its text: position, type and formatting. */
export function ChangeNote({ entry: { change, before, after } }: { entry: DifferenceEntry }) {
  const { t } = useTranslation('version');
  const kind = (head: BlockHead) =>
    head.type === 'heading'
      ? t('block.headingLevel', { level: Number(head.props.level ?? 1) })
      : t(`block.${head.type}`);
  const notes: string[] = [];
  if (change === 'movedFrom') notes.push(t('note.movedFrom'));
  if (change === 'movedTo') notes.push(t('note.movedTo'));
  if (change === 'changed' && before && after) {
    if (kind(before) !== kind(after)) notes.push(t('note.kind', { from: kind(before), to: kind(after) }));
    else if (before.props.checked !== after.props.checked)
      notes.push(t(after.props.checked ? 'note.checked' : 'note.unchecked'));
    else if (JSON.stringify(before.props) !== JSON.stringify(after.props)) notes.push(t('note.look'));
    if (before.depth !== after.depth) notes.push(t('note.nested'));
  }
  return notes.length > 0 && <span className={classes.note}>{notes.join(' · ')}</span>;
}
