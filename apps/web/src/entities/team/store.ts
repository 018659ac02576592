import { create } from 'zustand';

/** The open team dialog; null: none. */
export type TeamDialog = 'people' | 'create' | 'rename' | 'leave' | null;

export const useTeamDialog = create<{ dialog: TeamDialog }>()(() => ({ dialog: null }));

/** Opens one of the team's dialogs, or closes the one that is open. */
export function showTeamDialog(dialog: TeamDialog): void {
  useTeamDialog.setState({ dialog });
}
