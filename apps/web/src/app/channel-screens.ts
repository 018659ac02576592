import { editorPart } from '../features/document/parts.ts';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';

/** A conversation. */
export const channelScreen = lazyPart('channel', () => import('../features/channel/ChannelScreen.tsx'), [
  'assistant',
  'chat',
  'file',
  'mcp',
  'search',
  'share',
  'usage',
  'workspace',
]);
const sheet = lazyPart('document', () => import('../features/document/DocumentScreen.tsx'), [
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
