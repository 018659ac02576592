import { Suspense } from 'react';
import { useExchange } from '../../entities/exchange/store.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

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
