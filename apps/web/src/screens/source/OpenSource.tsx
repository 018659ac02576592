import type { Channel } from '@tandem/shared/channel/schema';
import type { Source } from '@tandem/shared/dataset/source';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReaders, useTellPlace } from '../../entities/dataset/readers.ts';
import { useSourceState } from '../../entities/dataset/state.ts';
import { SelectionBar } from '../../features/source/selection/SelectionBar.tsx';
import type { Selected, SourceMark } from '../../features/source/viewer.ts';
import { isCurrent, isOf, type Readable, readableFile, readableSource, useOpened } from './attached.ts';
import { CitationBar } from './CitationBar.tsx';
import { pdfPart, textPart } from './parts.ts';
import { markOf, useOthersHere } from './reading.ts';
import classes from './SourcePane.module.css';
import { useSeesPictures } from './use-sees-pictures.ts';
import type { Shown } from './use-shown.ts';

interface OpenProps {
  channel: Channel | undefined;
  datasetId: string;
  shown: Shown;
  /** Called when the reader asks about something in it. */
  onAsk(): void;
}

/** A source of the chat, or a file that was sent with one of its messages. */
export function OpenSource({ sourceId, ...rest }: OpenProps & { sourceId: string }) {
  const { t } = useTranslation('source');
  const stateOf = useSourceState();
  const { attached, source, isGone } = useOpened(sourceId);
  if (attached) return <Content {...rest} readable={readableFile(sourceId, attached)} source={null} />;
  if (isGone)
    return (
      <p className={classes.note} role="alert">
        {t(rest.shown.citation ? 'citation.gone' : 'problem.gone')}
      </p>
    );
  if (!source) return <p className={classes.note}>{t('loading')}</p>;
  const readable = readableSource(source);
  if (!readable)
    return (
      <p className={classes.note} role="status">
        {stateOf(source)}
      </p>
    );
  return <Content key={readable.fileId} {...rest} readable={readable} source={source} />;
}

/** @param source null for a file of a message */
function Content(props: OpenProps & { readable: Readable; source: Source | null }) {
  const { channel, datasetId, shown, readable, source, onAsk } = props;
  const { id, name, hash, fileId, mediaType } = readable;
  const stateOf = useSourceState();
  const [selected, setSelected] = useState<Selected | null>(null);
  const { citation, citations, target, onPage: onShownPage } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: id and hash are all that decides
  const marks = useMemo<SourceMark[]>(
    () =>
      citations.flatMap((each) =>
        isOf(each, readable) && isCurrent(each, readable) && each.place
          ? [{ ...each.place, quote: each.quote }]
          : [],
      ),
    [citations, id, hash],
  );
  const isChanged = citation !== null && isOf(citation, readable) && !isCurrent(citation, readable);
  // The words of an earlier content are not looked for in another one.
  const goal = useMemo(() => (isChanged ? { ...target, mark: null } : target), [isChanged, target]);
  const [page, setPage] = useState(target.page);
  const onPage = useCallback(
    (next: number) => {
      setPage(next);
      onShownPage(id, next);
    },
    [onShownPage, id],
  );
  // Only sources are shared by the whole room.
  const place = source && { sourceId: id, page, mark: markOf(page, selected, goal) };
  useTellPlace(datasetId, place, useOthersHere());
  const all = useReaders(datasetId);
  const readers = useMemo(() => all.filter(({ sourceId }) => sourceId === id), [all, id]);
  const select = useCallback((next: Selected | null) => setSelected(next), []);
  const seesPictures = useSeesPictures(datasetId, channel?.assistantId);
  const Viewer = (mediaType === 'application/pdf' ? pdfPart : textPart).Part;
  return (
    <div className={classes.content}>
      <CitationBar shown={shown} isChanged={isChanged} />
      {source && source.status !== 'ready' && (
        <p className={classes.state} role="status">
          {stateOf(source)}
        </p>
      )}
      <Viewer {...{ fileId, name, marks, readers, onPage }} target={goal} onSelect={select} />
      {selected && (
        <SelectionBar
          channelId={datasetId}
          source={readable}
          selected={selected}
          seesPictures={seesPictures}
          mayAsk={channel?.abilities.send === true && channel.archivedAt === null}
          onAsk={onAsk}
        />
      )}
    </div>
  );
}
