import { lazyPart, usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { useSourceDialog } from './dialog.ts';

const box = lazyPart('source-dialog', () => import('./SourceDialog.tsx'), ['dataset', 'workspace'], null);

/** The one dialog about sources; none unless `openSourceDialog` was called. */
export function SourceDialogs({ datasetId }: { datasetId: string }) {
  const dialog = useSourceDialog((state) => state.dialog);
  usePreloadWhenIdle(box);
  return dialog && <box.Part datasetId={datasetId} dialog={dialog} />;
}
