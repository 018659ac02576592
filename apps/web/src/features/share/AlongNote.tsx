import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../entities/workspace/store.ts';
import type { ChildIndex } from '../../entities/workspace/tree.ts';
import classes from './SharePanel.module.css';

/** Says that access to a channel is access to what is inside it. */
export function AlongNote({ channelId, isDataset }: { channelId: string; isDataset: boolean }) {
  const { t } = useTranslation('share');
  const index = useWorkspace((state) => state.index);
  const count = useMemo(() => countAlong(index, channelId), [index, channelId]);
  if (isDataset) return <p className={classes.note}>{t('along.dataset')}</p>;
  return <p className={classes.note}>{count > 0 ? t('along.some', { count }) : t('along.none')}</p>;
}

/** Channels below one that are shared with it; private ones and everything below them are not. */
export function countAlong(index: ChildIndex, channelId: string): number {
  const below = (index.get(channelId) ?? []).filter(({ visibility }) => visibility !== 'private');
  return below.reduce((sum, { id }) => sum + 1 + countAlong(index, id), 0);
}
