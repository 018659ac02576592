import { create } from 'zustand';

/** The channel whose datasets are shown in the dialog; null while it is closed. */
export const useDatasetsDialog = create<{ channelId: string | null }>()(() => ({ channelId: null }));

/** Opens the dialog about the datasets that a channel uses. */
export function openDatasets(channelId: string): void {
  useDatasetsDialog.setState({ channelId });
}

export function closeDatasets(): void {
  useDatasetsDialog.setState({ channelId: null });
}
