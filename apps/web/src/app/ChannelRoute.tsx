import { useLocation, useParams } from 'react-router';
import { useWorkspace } from '../entities/workspace/store.ts';
import { areaOf } from './areas.ts';
import { channelScreen, documentScreen } from './channel-screens.ts';

/** `/{type}/{appId}/c/{channelId}`: the screen of the channel's kind. Until that is known, of what its app is for. */
export default function ChannelRoute() {
  const { channelId = '' } = useParams();
  const { pathname } = useLocation();
  const kind = useWorkspace((state) => state.tree.channels.get(channelId)?.kind);
  const isDocument = kind === undefined ? areaOf(pathname) === 'note' : kind === 'document';
  const { Part } = isDocument ? documentScreen : channelScreen;
  return <Part />;
}
