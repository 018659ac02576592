import { useParams } from 'react-router';
import * as z from 'zod';
import { openChannel } from '../../entities/message/open.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useSession } from '../../lib/session/session.ts';
import { ChannelView } from './ChannelView.tsx';

/** `/s/{appId}/c/{channelId}`: one channel with its conversation. */
export default function ChannelScreen() {
  const { channelId = '', appId = '' } = useParams();
  const userId = useSession((state) => state.user.id);
  // An address that can name nothing leads nowhere; the server need not be asked.
  if (!z.uuid().safeParse(channelId).success) return <GoneChannel appId={appId} />;
  const { store, outbox } = openChannel(channelId, userId);
  return <ChannelView key={channelId} appId={appId} store={store} outbox={outbox} />;
}
