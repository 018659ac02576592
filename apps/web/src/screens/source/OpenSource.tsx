import type { Channel } from '@tandem/shared/channel/schema';
import type { ReaderPlace } from '@tandem/shared/dataset/reader';
import type { Source } from '@tandem/shared/dataset/source';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReaders } from '../../entities/dataset/readers.ts';
import { useSourceState } from '../../entities/dataset/state.ts';
import { useNextAnswer } from '../../features/channel/use-next-answer.ts';
import { pdfPart, selectionPart, textPart } from '../../features/source/parts.ts';
import type { Selected, SourceMark } from '../../features/source/viewer.ts';
import { usePreloadWhenIdle } from '../../ui/page/lazy-part.tsx';
import { isCurrent, isOf, type Readable, readableFile, readableSource, useOpened } from './attached.ts';
import { CitationBar } from './CitationBar.tsx';
import { markOf } from './reading.ts';
import classes from './SourcePane.module.css';
import type { Shown } from './use-shown.ts';

interface OpenProps {
  channel: Channel | undefined;
  datasetId: string;
  shown: Shown;
  /** Called with where the reader is; null for nowhere that the others see. */
  onPlace(place: ReaderPlace | null): void;
  /** Called when the reader asks about something in it. */
  onAsk(): void;
}

/** A source of the chat, or a file that was sent with one of its messages. */
export function OpenSource({ sourceId, ...rest }: OpenProps & { sourceId: string }) {
  const { t } = useTranslation('source');
  const stateOf = useSourceState();
  const { attached, source, isGone } = useOpened(sourceId);
  const isNowhere = isGone || (source && !source.file);
  const { onPlace } = rest;
  useEffect(() => {
    if (isNowhere) onPlace(null);
  }, [isNowhere, onPlace]);
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
  const { channel, datasetId, shown, readable, source, onPlace, onAsk } = props;
  const { id, name, hash, fileId, mediaType } = readable;
  const stateOf = useSourceState();
  usePreloadWhenIdle(selectionPart);
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
  const isShared = source !== null;
  const mark = markOf(page, selected, goal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark is told by its values
  useEffect(
    () => onPlace(isShared ? { sourceId: id, page, mark } : null),
    [isShared, id, page, JSON.stringify(mark), onPlace],
  );
  const all = useReaders(datasetId);
  const readers = useMemo(() => all.filter(({ sourceId }) => sourceId === id), [all, id]);
  const { model, addressed } = useNextAnswer(channel);
  const Viewer = (mediaType === 'application/pdf' ? pdfPart : textPart).Part;
  return (
    <div className={classes.content}>
      <CitationBar shown={shown} isChanged={isChanged} />
      {source && source.status !== 'ready' && (
        <p className={classes.state} role="status">
          {stateOf(source)}
        </p>
      )}
      <Viewer {...{ fileId, name, marks, readers, selected, onPage }} target={goal} onSelect={setSelected} />
      {selected && (
        <selectionPart.Part
          source={readable}
          selected={selected}
          chat={
            channel?.abilities.send === true && channel.archivedAt === null
              ? {
                  channelId: datasetId,
                  seesPictures: model?.abilities.vision ?? false,
                  addressed,
                  onAsk,
                }
              : null
          }
          onClose={() => {
            document.getSelection()?.removeAllRanges();
            setSelected(null);
          }}
        />
      )}
    </div>
  );
}
