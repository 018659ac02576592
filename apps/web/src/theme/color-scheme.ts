import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import * as z from 'zod';
import { readLocal, readStored, writeLocal, writeStored } from '../lib/storage/storage.ts';

/** Storage key of the theme; the script in index.html reads the same key before the first paint. */
const KEY = 'theme';
/** The team's theme for people who have not chosen; stored separately, since it is not their choice. */
const TEAM_KEY = 'teamTheme';

export const themeChoiceSchema = z.enum(['light', 'dark', 'system']).catch('system');
export type ThemeChoice = z.output<typeof themeChoiceSchema>;

/** Mantine says "auto" where people read "system". */
export function choiceOf(scheme: MantineColorScheme): ThemeChoice {
  return scheme === 'auto' ? 'system' : scheme;
}

export function schemeOf(choice: ThemeChoice): MantineColorScheme {
  return choice === 'system' ? 'auto' : choice;
}

/** Dispatches changes of the team's theme. */
const teamTheme = new EventTarget();

/**
 * Stores the chosen theme. localStorage always has it, since it is needed before the first paint; the desktop
 * shell, if present, has it too and restores it when the page's storage was lost.
 */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  let isTold = false;
  const read = (): MantineColorScheme =>
    schemeOf(themeChoiceSchema.parse(readLocal(KEY) ?? readLocal(TEAM_KEY)));
  return {
    get: read,
    set(scheme) {
      // Mantine passes back the theme it was given, as if its reader had chosen it.
      if (isTold) return;
      writeLocal(KEY, choiceOf(scheme));
      void writeStored(KEY, choiceOf(scheme));
    },
    subscribe(apply) {
      const onUpdate = (scheme: MantineColorScheme) => {
        isTold = true;
        apply(scheme);
        isTold = false;
      };
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === localStorage && (event.key === KEY || event.key === TEAM_KEY))
          onUpdate(read());
      };
      const onTeam = () => onUpdate(read());
      window.addEventListener('storage', onStorage);
      teamTheme.addEventListener('change', onTeam);
      stop = () => {
        window.removeEventListener('storage', onStorage);
        teamTheme.removeEventListener('change', onTeam);
      };
      if (window.desktop && readLocal(KEY) === null) {
        void readStored(KEY).then((choice) => {
          if (choice !== null) apply(schemeOf(themeChoiceSchema.parse(choice)));
        });
      }
    },
    unsubscribe: () => stop(),
    clear: () => localStorage.removeItem(KEY),
  };
}

/** Shows the team's theme if its reader has chosen none on this device; null: the system's. */
export function showTeamTheme(theme: ThemeChoice | null): void {
  if (readLocal(TEAM_KEY) === theme) return;
  writeLocal(TEAM_KEY, theme);
  teamTheme.dispatchEvent(new Event('change'));
}

/** Puts the class `light` or `dark`, and only one of them, on the document's root. */
export function applyRootClass(scheme: 'light' | 'dark'): void {
  const { classList } = document.documentElement;
  classList.toggle('light', scheme === 'light');
  classList.toggle('dark', scheme === 'dark');
}
