import { lazyPart } from '../../ui/page/lazy-part.tsx';

/** The editor is the largest chunk. */
export const editorPart = lazyPart('document-editor', () => import('./editor/Editor.tsx'), [
  'discussion',
  'document',
  'suggestion',
]);
