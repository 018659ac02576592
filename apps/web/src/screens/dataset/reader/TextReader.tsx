import { Button } from '@mantine/core';
import type { Source } from '@tandem/shared/dataset/source';
import { isPageNumber } from '@tandem/shared/file/page-label';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSourcePages } from '../../../entities/dataset/queries.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { LoadMore } from '../../../ui/page/LoadMore.tsx';
import page from '../../../ui/page/Page.module.css';
import classes from './SourceReader.module.css';
import { showPlace } from './show-place.ts';
import { usePlace } from './use-place.ts';

/** The text of a source as answers may quote it, page after page. */
export function TextReader({ source }: { source: Source }) {
  const { t } = useTranslation('dataset');
  const navigate = useNavigate();
  const { id, hash, done, recognised, status } = source;
  const { place, isChanged } = usePlace(source);
  // The page before is there too, for what leads to the words.
  const first = Math.max(1, (place?.page ?? 1) - 1);
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
    return <ListProblem error={list.error} onRetry={() => void refetch()} />;
  return (
    <div ref={frame}>
      {isChanged && (
        <p className={classes.problem} role="status">
          {t('reader.changed')}
        </p>
      )}
      {first > 1 && (
        <Button
          variant="default"
          mb="md"
          onClick={() => void navigate({ search: `?source=${id}` }, { replace: true })}
        >
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
      {list.error ? (
        <ListProblem
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : refetch())}
        />
      ) : (
        <LoadMore list={list} variant="default" mt="md" />
      )}
    </div>
  );
}
