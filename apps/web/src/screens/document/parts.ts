import { lazyPart } from '../../ui/page/lazy-part.tsx';

/** The editor: a chunk of its own, the largest there is. */
export const editorPart = lazyPart('document-editor', () => import('./editor/Editor.tsx'), [
  'discussion',
  'document',
  'suggestion',
]);
