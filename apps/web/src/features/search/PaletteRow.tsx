import {
  IconApps,
  IconFileSearch,
  IconFileText,
  IconMessage,
  IconMessage2,
  IconMessageCircle,
  IconSparkles,
} from '@tabler/icons-react';
import { isPageNumber } from '@tandem/shared/file/page-label';
import { marksIn } from '@tandem/shared/search/marks';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppIcon, KindIcon } from '../../ui/KindIcon.tsx';
import { Marked } from '../../ui/Marked.tsx';
import { AssistantPortrait } from '../../ui/portrait/AssistantPortrait.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ShortcutKeys } from '../../ui/shortcuts/ShortcutKeys.tsx';
import type { PaletteItem } from './items.ts';
import classes from './PaletteRow.module.css';

interface PaletteRowProps {
  id: string;
  item: PaletteItem;
  /** The highlighted parts of the title. */
  query: string;
  active: boolean;
  onPoint(): void;
  onGo(elsewhere: boolean): void;
}

const kindIcons = {
  app: IconApps,
  channel: IconMessage,
  assistant: IconSparkles,
  person: IconMessage,
  document: IconFileText,
  source: IconFileSearch,
  comment: IconMessage2,
  message: IconMessageCircle,
  command: IconSparkles,
};

/** One line of the palette. */
export const PaletteRow = memo(function PaletteRow({
  id,
  item,
  query,
  active,
  onPoint,
  onGo,
}: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.row}
      data-tall={item.excerpt ? true : undefined}
      onPointerMove={active ? undefined : onPoint}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(event.metaKey || event.ctrlKey)}
    >
      <span className={classes.icon} aria-hidden>
        <Picture item={item} />
      </span>
      {item.excerpt ? <MessageLines item={item} /> : <NameLine item={item} query={query} />}
    </div>
  );
});

function Picture({ item }: { item: PaletteItem }) {
  const { kind, emoji, icon, author } = item;
  if (author) return <Portrait name={author.name} avatar={author.avatar} size={22} />;
  if (kind === 'assistant')
    return <AssistantPortrait name={item.title} avatar={item.avatar ?? ''} size={22} />;
  if (kind === 'person') return <Portrait name={item.title} avatar={item.avatar ?? ''} size={22} />;
  if (emoji) return emoji;
  if (item.channelKind) return <KindIcon kind={item.channelKind} size={17} />;
  if (item.appType) return <AppIcon type={item.appType} size={17} />;
  const Drawn = icon ?? kindIcons[kind];
  return <Drawn size={17} stroke={1.75} />;
}

function NameLine({ item, query }: { item: PaletteItem; query: string }) {
  const { t } = useTranslation('workspace');
  const { kind, title, channelKind, path, keys, date, note } = item;
  return (
    <>
      <span className={classes.title}>
        <Marked
          text={title || t('channel.untitled', { context: kind === 'source' ? 'document' : channelKind })}
          marks={marksIn(title, query)}
        />
      </span>
      <span className={classes.path}>{note ?? path.join(' / ')}</span>
      {keys && <ShortcutKeys keys={keys} />}
      {kind === 'channel' && date && <RelativeTime className={classes.time} date={date} />}
    </>
  );
}

function MessageLines({ item }: { item: PaletteItem }) {
  const { t } = useTranslation(['workspace', 'search']);
  const { kind, title, channelKind, path, author, excerpt, pageLabel, date } = item;
  const place = [
    ...path,
    title || t('workspace:channel.untitled', { context: kind === 'source' ? 'document' : channelKind }),
  ].join(' / ');
  return (
    <span className={classes.lines}>
      <span className={classes.excerpt}>
        <Marked text={excerpt?.text ?? ''} marks={excerpt?.marks ?? []} />
      </span>
      <span className={classes.under}>
        {author?.name && <span className={classes.author}>{author.name}</span>}
        <span className={classes.place}>{place}</span>
        {pageLabel !== undefined && (
          <span>{isPageNumber(pageLabel) ? t('search:page', { label: pageLabel }) : pageLabel}</span>
        )}
        {date && <RelativeTime className={classes.time} date={date} />}
      </span>
    </span>
  );
}
