import { create } from 'zustand';

/** Where imported documents go: to the top of an app, or below a channel of it. */
export interface ImportPlace {
  appId: string;
  parentId: string | null;
}

interface ExchangeState {
  /** `files` begin at once; none: they are chosen in the dialog. */
  importing: { place: ImportPlace; files: File[] } | null;
  /** Id of the document that is exported. */
  exporting: string | null;
}

/** Which dialog is open, import or export. */
export const useExchange = create<ExchangeState>()(() => ({ importing: null, exporting: null }));

export function openImport(place: ImportPlace, files: File[] = []): void {
  useExchange.setState({ importing: { place, files } });
}

export function openExport(documentId: string): void {
  useExchange.setState({ exporting: documentId });
}

export function closeExchange(): void {
  useExchange.setState({ importing: null, exporting: null });
}
