import type { AnyEditor } from '../../entities/discussion/draft.ts';

/**
 * Shows a block: expands its parents, scrolls there, and puts the cursor at its start.
 * @returns whether it exists
 */
export function showBlock(editor: AnyEditor, id: string): boolean {
  const root = document.querySelector('[data-document-page] .bn-editor');
  const block = root?.querySelector<HTMLElement>(`.bn-block[data-id="${CSS.escape(id)}"]`);
  if (!root || !block) return false;
  for (const folded of root.querySelectorAll('.bn-toggle-wrapper[data-show-children="false"]')) {
    const hides = folded.closest('.bn-block') !== block && folded.closest('.bn-block')?.contains(block);
    if (hides) folded.querySelector<HTMLElement>('.bn-toggle-button')?.click();
  }
  // On a touch screen the keyboard would cover the block.
  if (editor.isEditable && !matchMedia('(hover: none)').matches) {
    editor.setTextCursorPosition(id, 'start');
    editor.focus();
  } else {
    // Screen readers continue from here.
    getSelection()?.collapse(block, 0);
  }
  block.scrollIntoView({ block: 'center' });
  return true;
}
