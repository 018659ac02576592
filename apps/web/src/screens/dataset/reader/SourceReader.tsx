import { Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { placeHash } from '@tandem/shared/dataset/place';
import type { Source } from '@tandem/shared/dataset/source';
import { fileUrl } from '@tandem/shared/file/schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { useSource } from '../../../entities/dataset/queries.ts';
import { useSourceState } from '../../../entities/dataset/state.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { hasOverview, Overview } from '../../../features/source/overview/Overview.tsx';
import { describeError, isGone } from '../../../lib/errors.ts';
import { Loading } from '../../../ui/page/Loading.tsx';
import page from '../../../ui/page/Page.module.css';
import { ScreenTitle } from '../../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../../ui/page/ScrollColumn.tsx';
import { SourceIcon } from '../sources/SourceIcon.tsx';
import { PdfReader } from './PdfReader.tsx';
import classes from './SourceReader.module.css';
import { TextReader } from './TextReader.tsx';

interface SourceReaderProps {
  datasetId: string;
  sourceId: string;
  datasetName: string;
  /** Whether the reader may ask about it, which costs. */
  mayAsk: boolean;
  /** The most that a text takes of a wide screen, as a CSS length. */
  width: string;
}

/** A source of a dataset: the pages of a PDF, the text of anything else. */
export function SourceReader({ datasetId, sourceId, datasetName, mayAsk, width }: SourceReaderProps) {
  const { t } = useTranslation('dataset');
  const navigate = useNavigate();
  // The place of its first letter: what leads there brings the page into view.
  const goTo = (index: number) =>
    void navigate({
      search: `?source=${sourceId}`,
      hash: placeHash({ sourceId, page: index, from: 0, to: 1 }),
    });
  const { data: source, error, refetch } = useSource(sourceId);
  const back = (
    <Link className={classes.back} to={source?.parentId ? `?folder=${source.parentId}` : '?'}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {t('reader.back', { name: datasetName })}
    </Link>
  );
  if (!source)
    return (
      <ScrollColumn width={width}>
        {back}
        {!error && <Loading />}
        {error && (
          <div className={page.none} role="alert">
            <p>{isGone(error) ? t('reader.gone') : describeError(error)}</p>
            {!isGone(error) && (
              <Button variant="default" onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            )}
          </div>
        )}
      </ScrollColumn>
    );
  if (source.datasetId !== datasetId) return <Elsewhere source={source}>{back}</Elsewhere>;
  if (source.file?.mediaType === 'application/pdf')
    return (
      <>
        <ScreenTitle title={source.name} />
        <PdfReader
          key={source.file.id}
          source={source}
          fileId={source.file.id}
          head={(tools) => (
            <div className={classes.strip}>
              {back}
              <Head source={source}>{tools}</Head>
            </div>
          )}
          about={
            hasOverview(source)
              ? (onPage) => <Overview source={source} mayAsk={mayAsk} onPage={onPage} onAsk={null} />
              : null
          }
        />
      </>
    );
  return (
    <ScrollColumn width={width}>
      <ScreenTitle title={source.name} />
      {back}
      <article>
        <Head source={source} />
        <div className={classes.overview}>
          <Overview source={source} mayAsk={mayAsk} onPage={goTo} onAsk={null} />
        </div>
        <TextReader source={source} />
      </article>
    </ScrollColumn>
  );
}

/** A source that an address names in another dataset: goes there, if the reader sees it. */
function Elsewhere({ source: { datasetId }, children }: { source: Source; children: ReactNode }) {
  const { t } = useTranslation('dataset');
  const { search, hash } = useLocation();
  const channel = useWorkspace(({ tree }) => tree.channels.get(datasetId));
  if (channel) return <Navigate replace to={`${pathOf.channel(channel)}${search}${hash}`} />;
  return (
    <>
      {children}
      <p className={page.none} role="alert">
        {t('reader.gone')}
      </p>
    </>
  );
}

function Head({ source, children }: { source: Source; children?: ReactNode }) {
  const stateOf = useSourceState();
  const { kind, file, name, status } = source;
  return (
    <header className={classes.head}>
      <h1>
        <SourceIcon kind={kind} file={file} />
        <span>{name}</span>
      </h1>
      <p data-failed={status === 'failed' || undefined}>{stateOf(source)}</p>
      <Ways source={source}>{children}</Ways>
    </header>
  );
}

/** Where the original is found. */
function Ways({ source: { file, url, documentId }, children }: { source: Source; children: ReactNode }) {
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
      {children}
    </div>
  );
}
