import { useEffect } from 'react';
import { currentTeamOf, useSession } from '../lib/session/session.ts';
import { showTeamTheme } from './color-scheme.ts';

/** People see the theme of their team on each device on which they have not chosen one. */
export function useTeamTheme(): void {
  const theme = useSession((state) => currentTeamOf(state.user)?.theme ?? null);
  useEffect(() => showTeamTheme(theme), [theme]);
}
