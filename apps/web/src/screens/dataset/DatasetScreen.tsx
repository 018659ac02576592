import { useParams } from 'react-router';
import * as z from 'zod';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { DatasetView } from './DatasetView.tsx';

/** `/{type}/{appId}/c/{channelId}` of a dataset: its sources. */
export default function DatasetScreen() {
  const { channelId = '', appId = '' } = useParams();
  if (!z.uuid().safeParse(channelId).success) return <GoneChannel appId={appId} />;
  return <DatasetView key={channelId} appId={appId} datasetId={channelId} />;
}
