import { type RefObject, useEffect } from 'react';
import type { SelectedWords } from '../viewer.ts';

/** Milliseconds without a change after which a selection made without a mouse counts as finished. */
const SETTLED_MS = 250;

/**
 * Tells which words inside an element are selected, once the reader has stopped to select.
 * @param read returns the words of a selection inside the element; null for none
 */
export function useSelected(
  frame: RefObject<HTMLElement | null>,
  read: (range: Range) => SelectedWords | null,
  onSelect: (selected: SelectedWords | null) => void,
): void {
  useEffect(() => {
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const isHere = range && !range.collapsed && frame.current?.contains(range.commonAncestorContainer);
      if (isHere) onSelect(read(range));
    };
    const press = ({ pointerType }: PointerEvent) => {
      isPressed = pointerType === 'mouse';
    };
    const release = () => {
      isPressed = false;
      settle();
    };
    const changed = () => {
      clearTimeout(timer);
      if (document.getSelection()?.isCollapsed !== false) onSelect(null);
      // Fingers select by handles of the system, of which no event tells that they were let go.
      else if (!isPressed) timer = setTimeout(settle, SETTLED_MS);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
    document.addEventListener('keyup', settle);
    document.addEventListener('selectionchange', changed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('keyup', settle);
      document.removeEventListener('selectionchange', changed);
    };
  }, [frame, read, onSelect]);
}
