import { useDatasetsDialog } from '../../entities/dataset/attach/dialog.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

const box = lazyPart('datasets', () => import('./DatasetsDialog.tsx'), ['dataset', 'workspace'], null);

/** The dialog about the datasets of a channel; none unless `openDatasets` was called. */
export function DatasetDialogs() {
  const channelId = useDatasetsDialog((state) => state.channelId);
  return channelId && <box.Part channelId={channelId} />;
}
