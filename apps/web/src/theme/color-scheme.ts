import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import * as z from 'zod';
import { readLocal, readStored, writeLocal, writeStored } from '../lib/storage.ts';

/** Where the theme is stored; the script in index.html reads the same key before the first paint. */
const KEY = 'theme';

export const themeChoiceSchema = z.enum(['light', 'dark', 'system']).catch('system');
export type ThemeChoice = z.output<typeof themeChoiceSchema>;

/** Mantine says "auto" where people read "system". */
export function choiceOf(scheme: MantineColorScheme): ThemeChoice {
  return scheme === 'auto' ? 'system' : scheme;
}

export function schemeOf(choice: ThemeChoice): MantineColorScheme {
  return choice === 'system' ? 'auto' : choice;
}

/**
 * Keeps the choice of theme. localStorage always holds it, since it must be known before the first paint;
 * the desktop shell, where there is one, holds it too and brings it back when the page's storage was lost.
 */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  const read = (): MantineColorScheme => schemeOf(themeChoiceSchema.parse(readLocal(KEY)));
  return {
    get: read,
    set(scheme) {
      writeLocal(KEY, choiceOf(scheme));
      void writeStored(KEY, choiceOf(scheme));
    },
    subscribe(onUpdate) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === localStorage && event.key === KEY) onUpdate(read());
      };
      window.addEventListener('storage', onStorage);
      stop = () => window.removeEventListener('storage', onStorage);
      if (window.desktop && readLocal(KEY) === null) {
        void readStored(KEY).then((choice) => onUpdate(schemeOf(themeChoiceSchema.parse(choice))));
      }
    },
    unsubscribe: () => stop(),
    clear: () => localStorage.removeItem(KEY),
  };
}

/** Whether a theme is stored on this device. */
export function hasChosenTheme(): boolean {
  return readLocal(KEY) !== null;
}

/** Puts the class `light` or `dark`, and only one of them, on the document's root. */
export function applyRootClass(scheme: 'light' | 'dark'): void {
  const { classList } = document.documentElement;
  classList.toggle('light', scheme === 'light');
  classList.toggle('dark', scheme === 'dark');
}
