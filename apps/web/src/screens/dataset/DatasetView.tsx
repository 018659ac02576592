import '@mantine/core/styles/Tabs.layer.css';
import { Button, Tabs } from '@mantine/core';
import { placeIn } from '@tandem/shared/dataset/place';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ChannelPath } from '../../entities/channel/ChannelPath.tsx';
import { useDatasetLive } from '../../entities/dataset/live.ts';
import { useDataset } from '../../entities/dataset/queries.ts';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { ShareButton } from '../../entities/share/ShareButton.tsx';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useKnownName } from '../../features/channel/use-known-name.ts';
import { HeadMenu } from '../../features/workspace/menus/HeadMenu.tsx';
import { describeError, isGone } from '../../lib/errors.ts';
import { Loading } from '../../ui/page/Loading.tsx';
import page from '../../ui/page/Page.module.css';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { DatasetHead } from './DatasetHead.tsx';
import classes from './DatasetView.module.css';
import { SourceReader } from './reader/SourceReader.tsx';
import { SourcesTab } from './sources/SourcesTab.tsx';
import { TryTab } from './trying/TryTab.tsx';

const WIDTH = '64rem';

/** An open dataset: its numbers and its sources, or the text of one of them. */
export function DatasetView({ appId, datasetId }: { appId: string; datasetId: string }) {
  const { t } = useTranslation(['dataset', 'workspace']);
  const channel = useWorkspace((state) => state.tree.channels.get(datasetId));
  const known = useKnownName(channel);
  const { data: dataset, error, refetch } = useDataset(datasetId);
  const phase = useDatasetLive(datasetId, channel !== undefined);
  const [search] = useSearchParams();
  // A link to words of a source names it behind the hash.
  const { hash } = useLocation();
  const sourceId = search.get('source') ?? placeIn(hash)?.sourceId;

  if (phase === 'gone' || isGone(error)) return <GoneChannel appId={appId} name={known} />;
  const name = channel?.name || dataset?.name || t('workspace:channel.untitled', { context: 'dataset' });
  const mayChange = dataset?.abilities.edit === true && channel?.archivedAt == null;
  const mayAsk = dataset?.abilities.ask === true && channel?.archivedAt == null;
  return (
    <>
      <ScreenHeader
        actions={
          channel && (
            <>
              <ShareButton target={{ kind: 'channel', id: datasetId }} manages={channel.abilities.manage} />
              <HeadMenu channel={channel} label={t('workspace:channel.menu')} />
            </>
          )
        }
      >
        <ChannelPath appId={appId} channel={channel}>
          <span data-current>{name}</span>
        </ChannelPath>
      </ScreenHeader>
      <ConnectionNotice />
      <ScreenTitle title={name} />
      {!dataset && !error && <Loading />}
      {!dataset && error && (
        <div className={`${page.none} ${classes.failed}`} role="alert">
          <p>{describeError(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {dataset &&
        (sourceId ? (
          <SourceReader
            key={sourceId}
            {...{ datasetId, sourceId, mayAsk }}
            datasetName={name}
            width={WIDTH}
          />
        ) : (
          <ScrollColumn width={WIDTH}>
            <DatasetHead dataset={dataset} name={name} mayChange={mayChange} />
            {phase === 'failed' && (
              <p className={page.problem} role="alert">
                {t('outdated')}
              </p>
            )}
            <Tabs defaultValue="sources" keepMounted={false} className={classes.tabs ?? ''}>
              <Tabs.List>
                <Tabs.Tab value="sources">{t('tab.sources')}</Tabs.Tab>
                <Tabs.Tab value="try">{t('tab.try')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="sources">
                <SourcesTab dataset={dataset} mayChange={mayChange} />
              </Tabs.Panel>
              <Tabs.Panel value="try">
                <TryTab datasetId={datasetId} mayChange={mayChange} />
              </Tabs.Panel>
            </Tabs>
          </ScrollColumn>
        ))}
    </>
  );
}
