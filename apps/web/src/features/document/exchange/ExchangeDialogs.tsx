import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useExchange } from './store.ts';

const incoming = lazyPart('documentImport', () => import('./ImportDialog.tsx'), ['document', 'workspace']);
const outgoing = lazyPart('documentExport', () => import('./ExportDialog.tsx'), ['document', 'workspace']);

/** The dialog that takes files in as documents, or the one that gives documents out; neither unless it was opened. */
export function ExchangeDialogs() {
  const { importing, exporting } = useExchange();
  return (
    <Suspense fallback={null}>
      {importing && <incoming.Part {...importing} />}
      {exporting && <outgoing.Part documentId={exporting} />}
    </Suspense>
  );
}
