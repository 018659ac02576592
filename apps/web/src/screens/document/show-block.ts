import type { AnyEditor } from '../../entities/discussion/draft.ts';

/**
 * Leads to a block: opens what hides it, scrolls there, and puts the cursor at its beginning.
 * @returns whether it is there
 */
export function showBlock(editor: AnyEditor, id: string): boolean {
  const root = document.querySelector('[data-document-page] .bn-editor');
  const block = root?.querySelector<HTMLElement>(`.bn-block[data-id="${CSS.escape(id)}"]`);
  if (!root || !block) return false;
  for (const folded of root.querySelectorAll('.bn-toggle-wrapper[data-show-children="false"]')) {
    const hides = folded.closest('.bn-block') !== block && folded.closest('.bn-block')?.contains(block);
    if (hides) folded.querySelector<HTMLElement>('.bn-toggle-button')?.click();
  }
  // On a touch screen a keyboard would slide in over what was asked for.
  if (editor.isEditable && !matchMedia('(hover: none)').matches) {
    editor.setTextCursorPosition(id, 'start');
    editor.focus();
  } else {
    // Where reading goes on, for those who hear the page.
    getSelection()?.collapse(block, 0);
  }
  block.scrollIntoView({ block: 'center' });
  return true;
}
