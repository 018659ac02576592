import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import classes from './SaveState.module.css';

/**
 * The state counts as saved after this long, in milliseconds, so that it does not flicker between two
 * keystrokes.
 */
const CALM_MS = 300;

/** Whether the changes made here are stored; it never says so before they are. */
export function SaveState({ collab }: { collab: Collab }) {
  const { t } = useTranslation('document');
  const unsaved = useCollabState(collab, ({ unsaved: isUnsaved, composing }) => isUnsaved || composing);
  const connected = useCollabState(collab, (state) => state.connected);
  const refused = useCollabState(collab, (state) => state.refused);
  const [wrote, setWrote] = useState(false);
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    if (unsaved) {
      setWrote(true);
      setCalm(false);
      return;
    }
    const timer = setTimeout(() => setCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [unsaved]);
  const word = wordFor({ unsaved, connected, wrote, calm });
  return (
    <span className={classes.state} role="status">
      {refused === null && word && (
        // Read aloud at each pause it would talk all the while.
        <span aria-hidden={word === 'saving' || undefined}>{t(`state.${word}`)}</span>
      )}
    </span>
  );
}

function wordFor(state: Record<'unsaved' | 'connected' | 'wrote' | 'calm', boolean>) {
  if (!state.connected) return state.unsaved ? 'kept' : null;
  if (state.unsaved) return 'saving';
  if (!state.wrote) return null;
  return state.calm ? 'saved' : 'saving';
}
