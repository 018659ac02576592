import type { FilePart } from '@tandem/shared/message/parts';
import { create } from 'zustand';

interface LightboxState {
  pictures: readonly FilePart[];
  /** Which of them is shown; null: nothing is. */
  at: number | null;
}

/** What is shown large. It outlives the row that it came from, which may scroll away behind it. */
export const useLightbox = create<LightboxState>()(() => ({ pictures: [], at: null }));

/** Where the focus was, and goes back to. */
let opener: HTMLElement | null = null;

export function openLightbox(pictures: readonly FilePart[], at: number): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  useLightbox.setState({ pictures, at });
}

export function closeLightbox(): void {
  if (useLightbox.getState().at === null) return;
  useLightbox.setState({ pictures: [], at: null });
  const back = opener;
  opener = null;
  // Once nothing holds the focus any more.
  setTimeout(() => back?.isConnected && back.focus({ preventScroll: true }));
}

/** Shows the picture so many further on, round and round. */
export function stepLightbox(step: number): void {
  useLightbox.setState(({ pictures, at }) =>
    at === null ? {} : { at: (at + step + pictures.length) % pictures.length },
  );
}
