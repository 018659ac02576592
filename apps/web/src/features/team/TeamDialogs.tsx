import { lazyPart } from '../../ui/lazy-part.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { showTeamDialog, type TeamDialog, useTeamDialog } from './store.ts';

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
