import type { FilePart } from '@tandem/shared/message/parts';
import { create } from 'zustand';

interface LightboxState {
  pictures: readonly FilePart[];
  /** Index of the shown image; null: closed. */
  at: number | null;
}

/** The open images. They outlive the row that opened them, which may scroll away behind. */
export const useLightbox = create<LightboxState>()(() => ({ pictures: [], at: null }));

/** The element that had the focus, to which it returns. */
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
  // After the lightbox has released the focus.
  setTimeout(() => back?.isConnected && back.focus({ preventScroll: true }));
}

/** Shows the image so many steps further, wrapping around. */
export function stepLightbox(step: number): void {
  useLightbox.setState(({ pictures, at }) =>
    at === null ? {} : { at: (at + step + pictures.length) % pictures.length },
  );
}
