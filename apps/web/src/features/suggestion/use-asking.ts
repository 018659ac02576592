import { useCallback, useEffect, useState } from 'react';
import type { DocumentEditor } from '../../screens/document/editor/schema.ts';
import { type Place, placeOf } from './place.ts';

/** Whether a model is being asked, and about what. */
export interface Asking {
  place: Place | null;
  /** Opens the prompt for the selection, or at the cursor. */
  ask(): void;
  close(): void;
}

/** Opens the AI prompt in an editor, by a button or by Ctrl+J. */
export function useAsking(editor: DocumentEditor): Asking {
  const [place, setPlace] = useState<Place | null>(null);
  const ask = useCallback(() => {
    if (editor.isEditable) setPlace(placeOf(editor));
  }, [editor]);
  const close = useCallback(() => setPlace(null), []);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.code !== 'KeyJ' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      if (!editor.isFocused()) return;
      event.preventDefault();
      ask();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [editor, ask]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place belongs to this editor
  useEffect(() => close, [editor, close]);
  return { place, ask, close };
}
