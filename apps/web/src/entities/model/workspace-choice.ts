import { create } from 'zustand';
import { onSignOut } from '../../lib/personal.ts';

/** Places whose next questions ask the whole workspace: channels, and where channels are started. */
const useAsking = create<{ places: ReadonlySet<string> }>()(() => ({ places: new Set() }));
onSignOut(() => useAsking.setState({ places: new Set() }));

/** Whether questions of a place ask the documents and messages of the workspace, until it is switched off. */
export function useWorkspaceChoice(place: string): [boolean, (on: boolean) => void] {
  const isOn = useAsking(({ places }) => places.has(place));
  return [isOn, (on) => chooseWorkspace(place, on)];
}

/** Switches it for a place. */
export function chooseWorkspace(place: string, on: boolean): void {
  const places = new Set(useAsking.getState().places);
  if (on) places.add(place);
  else places.delete(place);
  useAsking.setState({ places });
}
