import { lazyPart, usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { useDialog } from './dialog.ts';

const box = lazyPart('tree-dialog', () => import('./TreeDialog.tsx'), [], null);

/** The one dialog of the page about the tree; none unless `openDialog` was called. */
export function WorkspaceDialogs() {
  const dialog = useDialog((state) => state.dialog);
  usePreloadWhenIdle(box);
  return dialog && <box.Part dialog={dialog} />;
}
