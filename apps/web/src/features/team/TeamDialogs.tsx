import { showTeamDialog, type TeamDialog, useTeamDialog } from '../../entities/team/store.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';

const people = lazyPart('people', () => import('./PeopleDialog.tsx'));
const name = lazyPart('teamName', () => import('./TeamNameDialog.tsx'));
const leave = lazyPart('leaveTeam', () => import('./LeaveDialog.tsx'));

/** The dialogs about a team, wherever they are opened from; mounted once. */
export function TeamDialogs() {
  const dialog = useTeamDialog((state) => state.dialog);
  return dialog && <Dialog key={dialog} dialog={dialog} />;
}

function Dialog({ dialog }: { dialog: NonNullable<TeamDialog> }) {
  useFocusBack();
  const close = () => showTeamDialog(null);
  if (dialog === 'people') return <people.Part onClose={close} />;
  if (dialog === 'leave') return <leave.Part onClose={close} />;
  return <name.Part use={dialog} onClose={close} />;
}
