import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPalette, usePalette } from '../../features/search/palette.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { useShortcut } from '../../ui/shortcuts/useShortcut.ts';

const palette = lazyPart('palette', () => import('./CommandPalette.tsx'));

/** The palette's code comes this long after the first screen, in milliseconds, so that it opens at once. */
const PRELOAD_MS = 1_500;

/** Opens the palette by its shortcut, and keeps it for the next time. */
export function PaletteHost() {
  const { t } = useTranslation('search');
  const opened = usePalette((state) => state.opened);
  const [wasOpened, setWasOpened] = useState(false);
  useShortcut({ keys: 'mod+k', label: t('shortcut'), run: openPalette });
  useEffect(() => {
    const timer = setTimeout(palette.preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (opened && !wasOpened) setWasOpened(true);
  return opened || wasOpened ? <palette.Part /> : null;
}
