import { IconFile, IconMusic, IconPhoto, IconSquare, IconSquareCheck, IconVideo } from '@tabler/icons-react';
import type { BlockType } from '@tandem/shared/document/blocks';
import type { BlockHead, DifferenceEntry, DifferenceRun } from '@tandem/shared/version/difference';
import { useTranslation } from 'react-i18next';
import classes from './BlockView.module.css';
import { Runs } from './Runs.tsx';
import { runsOn, type Side } from './side.ts';
import { TableView } from './TableView.tsx';

const files: Partial<Record<BlockType, typeof IconFile>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  file: IconFile,
};
/** Deepest indentation that is shown. */
const MAX_INDENT = 8;

interface BlockViewProps {
  entry: DifferenceEntry;
  /** The block as it is on this side. */
  head: BlockHead;
  side: Side;
  ordinal: number | undefined;
}

/** One block, read-only and without controls. */
export function BlockView({ entry, head, side, ordinal }: BlockViewProps) {
  const style = { paddingInlineStart: Math.min(head.depth, MAX_INDENT) * 20 };
  return (
    <div
      className={classes.block}
      data-type={head.type}
      data-level={head.type === 'heading' ? Number(head.props.level ?? 1) : undefined}
      data-whole={entry.change === 'added' || entry.change === 'removed' ? entry.change : undefined}
      style={style}
    >
      <Lead head={head} ordinal={ordinal} />
      <Content entry={entry} head={head} side={side} />
    </div>
  );
}

/** The marker before an item's text. */
function Lead({ head, ordinal }: Pick<BlockViewProps, 'head' | 'ordinal'>) {
  const { t } = useTranslation('version');
  if (head.type === 'bulletListItem') return <span className={classes.lead}>•</span>;
  if (head.type === 'toggleListItem') return <span className={classes.lead}>▸</span>;
  if (head.type === 'numberedListItem') return <span className={classes.lead}>{ordinal ?? 1}.</span>;
  if (head.type !== 'checkListItem') return null;
  const Icon = head.props.checked ? IconSquareCheck : IconSquare;
  return (
    <Icon
      size={16}
      stroke={1.75}
      className={classes.check}
      role="img"
      aria-label={t(head.props.checked ? 'block.checked' : 'block.unchecked')}
    />
  );
}

function Content({ entry, head, side }: Omit<BlockViewProps, 'ordinal'>) {
  const { t } = useTranslation('version');
  const { runs, table } = entry;
  const File = files[head.type];
  if (head.type === 'divider') return <hr className={classes.divider} aria-label={t('block.divider')} />;
  if (table) return <TableView table={table} side={side} />;
  if (File) {
    const name = String(head.props.name || head.props.url || '') || t(`block.${head.type}`);
    return (
      <span className={classes.file}>
        <File size={16} stroke={1.75} aria-hidden />
        <span>{[name, head.props.caption].filter(Boolean).join(' · ')}</span>
      </span>
    );
  }
  const shown: DifferenceRun[] = runsOn(side, runs ?? []);
  if (shown.length === 0) return <span className={classes.empty}>{t('block.empty')}</span>;
  return (
    <span className={classes.words}>
      <Runs runs={shown} />
    </span>
  );
}
