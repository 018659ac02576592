import { Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { placeHash, placeIn } from '@tandem/shared/dataset/place';
import type { Source } from '@tandem/shared/dataset/source';
import { isPageNumber } from '@tandem/shared/file/page-label';
import { fileUrl } from '@tandem/shared/file/schema';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSource, useSourcePages } from '../../../entities/dataset/queries.ts';
import { useSourceState } from '../../../entities/dataset/state.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { Overview } from '../../../features/source/overview/Overview.tsx';
import { describeError, isGone } from '../../../lib/errors.ts';
import { Loading } from '../../../ui/page/Loading.tsx';
import { LoadMore } from '../../../ui/page/LoadMore.tsx';
import page from '../../../ui/page/Page.module.css';
import { ScreenTitle } from '../../../ui/page/ScreenTitle.tsx';
import { SourceIcon } from '../sources/SourceIcon.tsx';
import classes from './SourceReader.module.css';
import { showPlace } from './show-place.ts';

interface SourceReaderProps {
  sourceId: string;
  datasetName: string;
  /** Whether the reader may ask about it, which costs. */
  mayAsk: boolean;
}

/** The text of a source as answers may quote it, page after page. */
export function SourceReader({ sourceId, datasetName, mayAsk }: SourceReaderProps) {
  const { t } = useTranslation('dataset');
  const stateOf = useSourceState();
  const navigate = useNavigate();
  // The place of its first letter: what leads there brings the page into view.
  const goTo = (index: number) =>
    void navigate({
      search: `?source=${sourceId}`,
      hash: placeHash({ sourceId, page: index, from: 0, to: 1 }),
    });
  const { data: source, error, refetch } = useSource(sourceId);
  return (
    <>
      <Link className={classes.back} to={source?.parentId ? `?folder=${source.parentId}` : '?'}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden />
        {t('reader.back', { name: datasetName })}
      </Link>
      {!source && !error && <Loading />}
      {!source && error && (
        <div className={page.none} role="alert">
          <p>{isGone(error) ? t('reader.gone') : describeError(error)}</p>
          {!isGone(error) && (
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          )}
        </div>
      )}
      {source && (
        <article>
          <ScreenTitle title={source.name} />
          <header className={classes.head}>
            <h1>
              <SourceIcon kind={source.kind} file={source.file} />
              <span>{source.name}</span>
            </h1>
            <p data-failed={source.status === 'failed' || undefined}>{stateOf(source)}</p>
            <Ways source={source} />
          </header>
          <div className={classes.overview}>
            <Overview source={source} mayAsk={mayAsk} onPage={goTo} onAsk={null} />
          </div>
          <Pages source={source} />
        </article>
      )}
    </>
  );
}

/** Where the original is found. */
function Ways({ source: { file, url, documentId } }: { source: Source }) {
  const { t } = useTranslation('dataset');
  const document = useWorkspace(({ tree }) => tree.channels.get(documentId ?? ''));
  const look = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <div className={classes.ways}>
      {document && (
        <Button {...look} component={Link} to={pathOf.channel(document)}>
          {t('reader.document')}
        </Button>
      )}
      {url && (
        <Button
          {...look}
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          {t('menu.visit')}
        </Button>
      )}
      {file && (
        <Button
          {...look}
          component="a"
          href={`${fileUrl(file.id)}?download=1`}
          download
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {t('menu.download')}
        </Button>
      )}
    </div>
  );
}

function Pages({ source }: { source: Source }) {
  const { t } = useTranslation('dataset');
  const { id, hash, done, recognised, status } = source;
  const { place, first, begin, isChanged } = usePlace(source);
  const list = useSourcePages(id, first);
  const { refetch } = list;
  const frame = useRef<HTMLDivElement>(null);
  // Live events tell how far it was read, not what.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the occasions to load again
  useEffect(() => void refetch(), [hash, done, recognised, refetch]);
  const pages = list.data?.pages.flatMap((each) => each.list) ?? [];
  const text = pages.find(({ index }) => index === place?.page)?.text;
  useEffect(() => {
    const node = frame.current?.querySelector(`[data-page="${place?.page}"] [data-text]`)?.firstChild;
    return place && 'from' in place && text !== undefined && node instanceof Text
      ? showPlace(node, place)
      : undefined;
  }, [place, text]);
  if (list.isPending) return <Loading />;
  if (list.error && pages.length === 0)
    return (
      <p className={page.problem} role="alert">
        {describeError(list.error)}
      </p>
    );
  return (
    <div ref={frame}>
      {isChanged && (
        <p className={classes.problem} role="status">
          {t('reader.changed')}
        </p>
      )}
      {first > 1 && (
        <Button variant="default" mb="md" onClick={begin}>
          {t('reader.begin')}
        </Button>
      )}
      {pages.map(({ index, label, text: words, problem }) => (
        <section
          key={index}
          className={classes.page}
          aria-label={isPageNumber(label) ? t('reader.page', { label }) : label}
          data-page={index}
        >
          <h2>{isPageNumber(label) ? t('reader.page', { label }) : label}</h2>
          {problem && <p className={classes.problem}>{t(`reader.${problem}`)}</p>}
          <p className={classes.text} data-text>
            {words}
          </p>
        </section>
      ))}
      {pages.length === 0 && status === 'ready' && <p className={page.none}>{t('reader.none')}</p>}
      <LoadMore list={list} variant="default" mt="md" />
    </div>
  );
}

/** The words that the address leads to, unless they were quoted from an earlier content, and where reading begins. */
function usePlace({ id, hash: now }: Source) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const was = new URLSearchParams(search).get('hash');
  const isChanged = was !== null && was !== now;
  const place = useMemo(() => {
    const named = placeIn(hash);
    return named?.sourceId === id && !isChanged ? named : null;
  }, [hash, id, isChanged]);
  return {
    place,
    isChanged,
    // The page before is there too, for what leads to the words.
    first: Math.max(1, (place?.page ?? 1) - 1),
    begin: () => void navigate({ search: `?source=${id}` }, { replace: true }),
  };
}
