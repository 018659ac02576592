import { useLocation, useParams } from 'react-router';
import { useWorkspace } from '../entities/workspace/store.ts';
import { areaOf } from './areas.ts';
import {
  agentScreen,
  channelScreen,
  datasetScreen,
  documentScreen,
  sourceScreen,
} from './channel-screens.ts';

/** By kind of channel, and by the first segment of the address. */
const screenOf: Record<string, typeof channelScreen> = {
  document: documentScreen,
  note: documentScreen,
  chatpdf: sourceScreen,
  dataset: datasetScreen,
  agent: agentScreen,
};

/** `/{type}/{appId}/c/{channelId}`: the screen of the channel's kind. Until that is known, of what its app is for. */
export default function ChannelRoute() {
  const { channelId = '' } = useParams();
  const { pathname } = useLocation();
  const kind = useWorkspace((state) => state.tree.channels.get(channelId)?.kind);
  const { Part } = (kind === undefined ? screenOf[areaOf(pathname)] : screenOf[kind]) ?? channelScreen;
  return <Part />;
}
