import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import classes from './SaveState.module.css';

/** Saving is worth a word only when it takes longer than this, in milliseconds. */
const PATIENCE_MS = 600;

/** Whether what was written here is stored. */
export function SaveState({ collab }: { collab: Collab }) {
  const { t } = useTranslation('document');
  const unsaved = useCollabState(collab, (state) => state.unsaved);
  const connected = useCollabState(collab, (state) => state.connected);
  const refused = useCollabState(collab, (state) => state.refused);
  const [wrote, setWrote] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!unsaved) return setLate(false);
    setWrote(true);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [unsaved]);
  const word =
    refused !== null || (!wrote && connected)
      ? null
      : !unsaved
        ? connected && 'saved'
        : connected
          ? (late && 'saving') || 'saved'
          : 'kept';
  return (
    <span className={classes.state} role="status">
      {word && t(`state.${word}`)}
    </span>
  );
}
