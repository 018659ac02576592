import { create } from 'zustand';

/** The target of the share dialog: an app or a channel. */
export interface ShareTarget {
  kind: 'app' | 'channel';
  id: string;
}

/** The target of the share dialog; null while it is closed. */
export const useShare = create<{ target: ShareTarget | null }>()(() => ({ target: null }));

/** Opens the share dialog, which shows and changes who has access. */
export function openShare(target: ShareTarget): void {
  useShare.setState({ target });
}

export function closeShare(): void {
  useShare.setState({ target: null });
}
