import { create } from 'zustand';

/** What is shared: an app or a channel. */
export interface ShareTarget {
  kind: 'app' | 'channel';
  id: string;
}

/** What the one dialog shows; null while it is closed. */
export const useShare = create<{ target: ShareTarget | null }>()(() => ({ target: null }));

/** Opens the dialog that says, and lets change, who has access. */
export function openShare(target: ShareTarget): void {
  useShare.setState({ target });
}

export function closeShare(): void {
  useShare.setState({ target: null });
}
