import { useParams } from 'react-router';
import * as z from 'zod';
import { openChannel } from '../../entities/message/open.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useSession } from '../../lib/session/session.ts';
import { SourceView } from './SourceView.tsx';

/** `/chatpdf/{appId}/c/{channelId}`, also without `c`: a chat with its sources beside it. */
export default function SourceScreen() {
  const { channelId = '', appId = '' } = useParams();
  const userId = useSession((state) => state.user.id);
  // An address that can name nothing leads nowhere; the server need not be asked.
  if (!z.uuid().safeParse(channelId).success) return <GoneChannel appId={appId} />;
  return <SourceView key={channelId} appId={appId} {...openChannel(channelId, userId)} />;
}
