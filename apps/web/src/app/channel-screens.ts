import { editorPart } from '../screens/document/parts.ts';
import { type LazyPart, lazyPart } from '../ui/page/lazy-part.tsx';

/** A conversation. */
export const channelScreen = lazyPart('channel', () => import('../screens/channel/ChannelScreen.tsx'), [
  'assistant',
  'chat',
  'file',
  'mcp',
  'search',
  'share',
  'usage',
  'workspace',
]);
const sheet = lazyPart('document', () => import('../screens/document/DocumentScreen.tsx'), [
  'chat',
  'discussion',
  'document',
  'share',
  'template',
  'workspace',
]);
/** A document; its editor is fetched along. */
export const documentScreen: LazyPart<object> = {
  Part: sheet.Part,
  preload() {
    sheet.preload();
    editorPart.preload();
  },
};
