import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../page/lazy-part.tsx';
import { closeLightbox, useLightbox } from './lightbox.ts';

const lightbox = lazyPart('lightbox', () => import('./Lightbox.tsx'));

/** Preloads the lightbox. */
export const preloadLightbox = lightbox.preload;

/** Renders the lightbox above everything else. Navigating elsewhere closes it. */
export function LightboxHost() {
  const isOpen = useLightbox(({ at }) => at !== null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion
  useEffect(() => closeLightbox, [pathname]);
  return isOpen ? <lightbox.Part /> : null;
}
