import { useParams } from 'react-router';
import * as z from 'zod';
import { setDocumentListener } from '../../entities/discussion/store.ts';
import { openChannel } from '../../entities/message/open.ts';
import { applyVersions } from '../../entities/version/live.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useSession } from '../../lib/session/session.ts';
import { applyAppearance } from './appearance.ts';
import { DocumentView } from './DocumentView.tsx';
import { editorPart } from './parts.ts';

setDocumentListener((documentId, event) => {
  if (event.type === 'appearance') applyAppearance(documentId, event.appearance);
  else applyVersions(documentId, event);
});
// Both are needed; the document and what shows it come at once.
editorPart.preload();

/** `/{type}/{appId}/c/{channelId}` of a document: its editor, and the panels beside it. */
export default function DocumentScreen() {
  const { channelId = '', appId = '' } = useParams();
  const userId = useSession((state) => state.user.id);
  if (!z.uuid().safeParse(channelId).success) return <GoneChannel appId={appId} />;
  return <DocumentView key={channelId} appId={appId} userId={userId} {...openChannel(channelId, userId)} />;
}
