import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePassages } from '../../../entities/dataset/search.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { PassageItem } from './PassageItem.tsx';
import classes from './TryTab.module.css';

/** Asks a dataset as an answer would, and shows what it would be given. */
export function TryTab({ datasetId, mayChange }: { datasetId: string; mayChange: boolean }) {
  const { t } = useTranslation('dataset');
  const [typed, type] = useState('');
  const [query, ask] = useState('');
  const { data, error, isFetching, refetch } = usePassages(datasetId, query);
  return (
    <>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === query) void refetch();
          else ask(typed.trim());
        }}
      >
        <TextInput
          className={classes.field ?? ''}
          label={t('try.label')}
          description={t('try.note')}
          placeholder={t('try.placeholder')}
          maxLength={2_000}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button type="submit" loading={isFetching} disabled={typed.trim() === ''}>
          {t('try.do')}
        </Button>
      </form>
      {error && !isFetching && <ListProblem error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <Loading />}
      {data && (
        <>
          <p className={classes.took} role="status">
            {data.passages.length === 0
              ? t('try.none')
              : t('try.took', {
                  count: data.passages.length,
                  searched: data.searched,
                  milliseconds: Math.max(1, Math.round(data.milliseconds)),
                })}
          </p>
          <ol className={classes.list} aria-label={t('try.results')}>
            {data.passages.map((passage) => (
              <PassageItem
                key={`${passage.sourceId} ${passage.passage.extractionId} ${passage.passage.n}`}
                passage={passage}
                datasetId={datasetId}
                query={query}
                mayChange={mayChange}
              />
            ))}
          </ol>
        </>
      )}
    </>
  );
}
