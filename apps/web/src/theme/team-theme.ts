import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { currentTeamOf, useSession } from '../lib/session.ts';
import { hasChosenTheme, schemeOf } from './color-scheme.ts';

/** Newcomers begin with the theme of their team, on each device on which they have not chosen one. */
export function useTeamTheme(): void {
  const theme = useSession((state) => currentTeamOf(state.user)?.theme ?? null);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (theme !== null && !hasChosenTheme()) setColorScheme(schemeOf(theme));
  }, [theme, setColorScheme]);
}
