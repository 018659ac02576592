import { editorPart } from '../screens/document/parts.ts';
import { type LazyPart, lazyPart } from '../ui/page/lazy-part.tsx';

/** The screen of a channel that is a conversation; the list names the namespaces of texts that it shows. */
export const channelScreen = lazyPart('channel', () => import('../screens/channel/ChannelScreen.tsx'), [
  'assistant',
  'chat',
  'file',
  'search',
  'share',
  'workspace',
]);
/** The screen of a channel where an agent works. */
export const agentScreen = lazyPart('agent', () => import('../screens/agent/AgentScreen.tsx'), [
  'agent',
  'assistant',
  'chat',
  'file',
  'search',
  'share',
  'workspace',
]);
/** The screen of a channel that is a dataset. */
export const datasetScreen = lazyPart('dataset', () => import('../screens/dataset/DatasetScreen.tsx'), [
  'chat',
  'dataset',
  'share',
  'source',
  'workspace',
]);
/** The screen of a chat with its sources beside it. */
export const sourceScreen = lazyPart('source', () => import('../screens/source/SourceScreen.tsx'), [
  'assistant',
  'chat',
  'file',
  'search',
  'share',
  'source',
  'workspace',
]);
const documentPart = lazyPart('document', () => import('../screens/document/DocumentScreen.tsx'), [
  'chat',
  'discussion',
  'document',
  'share',
  'template',
  'workspace',
]);
/** The screen of a channel that is a document. Its editor is a chunk of its own, preloaded with it. */
export const documentScreen: LazyPart<object> = {
  Part: documentPart.Part,
  preload() {
    documentPart.preload();
    editorPart.preload();
  },
};
