import { useParams } from 'react-router';
import * as z from 'zod';
import { openChannel } from '../../entities/message/open.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useSession } from '../../lib/session/session.ts';
import { AgentView } from './AgentView.tsx';

/** `/agent/{appId}/c/{channelId}`: a conversation with an agent, its files and its runs. */
export default function AgentScreen() {
  const { channelId = '', appId = '' } = useParams();
  const userId = useSession((state) => state.user.id);
  // An address that can name nothing leads nowhere; the server need not be asked.
  if (!z.uuid().safeParse(channelId).success) return <GoneChannel appId={appId} />;
  return <AgentView key={channelId} appId={appId} {...openChannel(channelId, userId)} />;
}
